"""A zip as a tree of files: read entry by entry, never unpacked, within bounds of size and of where it may lead."""

from __future__ import annotations

import re
import stat
import zipfile
from pathlib import Path

from autograder.intake.trees import MAX_DEPTH, MAX_FILES, Folder, TreeError, at_most, by_depth, is_litter
from autograder.outcomes import LearnerError

MAX_ARCHIVE = 512 << 20
MAX_DIRECTORY = 8 << 20
"""How large a zip's table of contents may be: some 80,000 entries, whatever it says of itself."""
MAX_TAIL = (64 << 10) + 42
"""Where the end of that table is looked for: before the longest comment, with what may stand before it."""
MAX_NAME = 255
"""How long a path inside a zip may be, in characters; on a disk each name has that limit anyway."""


class Archive:
    """A zip, read entry by entry and never unpacked; entries that would lead out of it are left out and told."""

    def __init__(self, path: Path):
        self.path = path
        if path.is_symlink() or not path.is_file():
            raise TreeError(f"{path.name} is no plain file: hand in the zip itself.")
        if path.stat().st_size > MAX_ARCHIVE:
            raise TreeError(f"{path.name} is larger than {MAX_ARCHIVE >> 20} MB: hand in the code alone.")
        _refuse_large_directory(path)
        self._entries, self.notes = self._list()

    def _list(self) -> tuple[dict[str, zipfile.ZipInfo], tuple[str, ...]]:
        entries: dict[str, zipfile.ZipInfo] = {}
        notes: list[str] = []
        for info in self._infos():
            name = info.filename.replace("\\", "/")  # as Windows writes them
            fault = _fault(info, name)
            if fault:
                notes.append(f"{name[:MAX_NAME]} in {self.path.name} is left out: {fault}.")
            elif not name.endswith("/") and not any(map(is_litter, name.split("/"))):
                if name in entries:
                    notes.append(f"{name} is in {self.path.name} more than once: the last one counts.")
                entries[name] = info
        kept = by_depth(list(entries))
        if len(kept) > MAX_FILES:
            notes.insert(0, f"{self.path.name} holds more than {MAX_FILES} files; the rest was not looked at.")
        return {name: entries[name] for name in kept[:MAX_FILES]}, at_most(notes)

    def _infos(self) -> list[zipfile.ZipInfo]:
        try:
            with zipfile.ZipFile(self.path) as archive:
                return archive.infolist()
        except Exception as error:  # zipfile and its decoders raise nearly anything on damaged data
            raise TreeError(f"{self.path.name} cannot be opened as a zip ({error}): make it anew.") from error

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(self._entries)

    def read(self, name: str, limit: int) -> bytes:
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(self._entries[name]) as entry:
                return entry.read(limit + 1)
        except Exception as error:
            raise LearnerError(f"{name} in {self.path.name} cannot be read ({error}). Make the zip anew.") from error

    def time(self, name: str) -> float:
        return Folder(self.path.parent).time(self.path.name)

    def shown(self, name: str) -> str:
        return f"{self.path.as_posix()}!{name}"


def _refuse_large_directory(path: Path) -> None:
    """Raises TreeError before a table of contents of a million entries is taken into memory.

    Whatever zipfile could take for the end of the table must be small: of several, it need not choose the last.
    """
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - MAX_TAIL))
        tail = file.read()
    ends = [match.start() for match in re.finditer(b"PK\5\6", tail)]
    if not ends:
        raise TreeError(f"{path.name} is no zip, or it is cut off: make it anew.")
    if any(b"PK\6\7" in tail[max(0, end - 20) : end] for end in ends):
        raise TreeError(f"{path.name} is made for huge files (zip64): make a plain zip of the code alone.")
    if any(int.from_bytes(tail[end + 12 : end + 16], "little") > MAX_DIRECTORY for end in ends):
        raise TreeError(f"{path.name} lists far too many files: hand in the code alone.")


def _fault(info: zipfile.ZipInfo, name: str) -> str:
    """Why an entry of that name may not be read; empty if it may."""
    parts = name.split("/")
    if ".." in parts or not parts[0] or ":" in parts[0]:
        return "its path leads out of the zip"
    if len(name) > MAX_NAME or len(parts) > MAX_DEPTH:
        return "its path is too long"
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "it is a link or a device"
    if info.flag_bits & 1:
        return "it is locked with a password"
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "it is packed in an unusual way"  # and zipfile inflates it without a bound
    return ""
