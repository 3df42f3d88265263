"""File names for the pages of students, whatever their ids look like."""

from __future__ import annotations

import hashlib
import re
import unicodedata

OVERVIEW = "overview.html"
STAFF = "staff"
"""The folder beside the overview in which the staff's pages lie."""

READABLE = 40
AS_IT_IS = re.compile(r"[a-z0-9][a-z0-9_-]*")
RESERVED = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9]")


def page_name(student: str, suffix: str = ".html") -> str:
    """A name that every file system takes: never two students' the same, readable where that is possible.

    >>> page_name("s1234567"), page_name("Müller, Ann")
    ('s1234567.html', 'muller-ann~ec3e9502e8f85de4.html')
    """
    if AS_IT_IS.fullmatch(student) and len(student) <= READABLE and not RESERVED.fullmatch(student):
        return f"{student}{suffix}"
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{_readable(student)}~{digest}{suffix}"


def _readable(student: str) -> str:
    """What is left of an id in small ASCII letters and digits."""
    letters = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:READABLE].strip("-") or "id"
