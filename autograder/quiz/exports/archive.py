"""Zip files with fixed times, so that the same bank gives the same bytes."""

from __future__ import annotations

import io
import zipfile

TIME = (2020, 1, 1, 0, 0, 0)
UNIX = 3
"""Who made the members, by the zip format; the same on every machine."""


def with_fixed_times(data: bytes) -> bytes:
    """The archive with the same members in the same order, none of which tells when it was made."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for made in old.infolist():
            member = zipfile.ZipInfo(made.filename, TIME)
            member.compress_type, member.create_system = zipfile.ZIP_DEFLATED, UNIX
            member.external_attr = 0o40755 << 16 if made.is_dir() else 0o100644 << 16
            new.writestr(member, old.read(made))
    return out.getvalue()
