"""Whatever holds a hand-in, its files are listed and read within bounds, and what is not read is said."""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.intake import archive, trees
from autograder.intake.archive import Archive
from autograder.intake.trees import Folder, Part, Single, TreeError
from autograder.outcomes import LearnerError

LINK, DEVICE = 0o120777 << 16, 0o020666 << 16
END = struct.Struct("<4s4H2LH")
LIMIT = 100 << 10


def make_zip(path: Path, *entries: tuple, kind: int = 0, method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in entries:
            info = zipfile.ZipInfo("x", (2026, 11, 20, 12, 0, 0))
            info.filename, info.external_attr, info.compress_type, info.create_system = name, kind, method, 3
            archive.writestr(info, data)
    return path


def hand_in(root: Path, *names: str) -> Folder:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name, encoding="utf-8")
    return Folder(root)


# ---------------------------------------------------------------- folders


def test_a_folder_lists_shallow_files_first_and_nothing_that_tools_leave_behind(tmp_path: Path) -> None:
    litter = [".git/config", "__pycache__/softmax.py", "venv/softmax.py", ".DS_Store", "Thumbs.db", "__MACOSX/x.py"]
    tree = hand_in(tmp_path, "b/softmax.py", "z.py", "a.py", *litter)
    assert tree.files == ("a.py", "z.py", "b/softmax.py")
    assert tree.notes == ()


def test_a_folder_with_too_many_files_is_read_up_to_a_limit_that_is_said(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(trees, "MAX_FILES", 5)
    tree = hand_in(tmp_path, *(f"{number}.py" for number in range(9)))
    assert len(tree.files) == 5
    assert tree.notes == ("There are more than 5 files; the rest was not looked at.",)


def test_a_folder_with_exactly_as_many_files_has_no_note(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(trees, "MAX_FILES", 5)
    assert hand_in(tmp_path, *(f"{number}.py" for number in range(5))).notes == ()


def test_folders_without_end_are_looked_into_up_to_a_limit(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(trees, "MAX_FOLDERS", 10)
    for number in range(30):
        (tmp_path / f"{number:02}").mkdir()
    tree = hand_in(tmp_path, "a.py", "29/late.py")
    assert tree.files == ("a.py",)
    assert tree.notes == ("There are more than 10 folders; the rest was not looked at.",)


def test_a_deep_tree_ends_at_a_depth_that_is_said(tmp_path: Path) -> None:
    deep = "/".join("d" * 40)
    tree = hand_in(tmp_path, f"{deep}/softmax.py", "a/softmax.py")
    assert tree.files == ("a/softmax.py",)
    assert tree.notes == (f"Below {'/'.join('d' * 12)} nothing was looked at: that is more than 12 folders deep.",)


def test_a_link_in_a_circle_is_a_file_and_not_followed(tmp_path: Path) -> None:
    hand_in(tmp_path, "a.py")
    (tmp_path / "loop").symlink_to(tmp_path)
    tree = Folder(tmp_path)
    assert tree.files == ("a.py", "loop")
    with pytest.raises(LearnerError, match=r"loop cannot be read: .*Hand in a plain file"):
        tree.read("loop", LIMIT)


def test_a_folder_that_cannot_be_read_is_noted(tmp_path: Path, monkeypatch) -> None:
    tree = hand_in(tmp_path, "a.py", "locked/b.py")
    whole = os.scandir

    def scandir(path: Path) -> object:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied")
        return whole(path)

    monkeypatch.setattr(trees.os, "scandir", scandir)
    assert tree.files == ("a.py",)
    assert tree.notes == ("The folder locked cannot be read: Permission denied.",)


def test_a_file_that_breaks_while_it_is_read_has_a_sentence(tmp_path: Path, monkeypatch) -> None:
    """A stale network drive must cost one file, and not the run."""
    tree = hand_in(tmp_path, "a.py")

    def fstat(descriptor: int) -> object:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched, pytest.raises(LearnerError) as raised:
        patched.setattr(trees.os, "fstat", fstat)
        tree.read("a.py", LIMIT)
    assert raised.value.message == "a.py cannot be read: Input/output error. Hand in a plain file."


def test_at_most_one_byte_beyond_the_limit_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"#" * 5000)
    assert len(Folder(tmp_path).read("a.py", 100)) == len(Single(tmp_path / "a.py").read("a.py", 100)) == 101


def test_what_is_no_plain_file_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    tree = Folder(tmp_path)
    assert tree.files == ("folder.py", "pipe.py")
    for name in tree.files:
        with pytest.raises(LearnerError, match="is a folder or a device"):
            tree.read(name, LIMIT)


def test_a_time_is_that_of_the_file_and_nothing_where_there_is_none(tmp_path: Path) -> None:
    tree = hand_in(tmp_path, "a.py")
    os.utime(tmp_path / "a.py", (7, 7))
    assert (tree.time("a.py"), tree.time("gone.py")) == (7, 0)
    assert Single(tmp_path / "a.py").time("a.py") == 7


def test_a_part_has_names_of_its_own(tmp_path: Path) -> None:
    part = Part(hand_in(tmp_path, "ada_4711_softmax.py", "ben_softmax.py"), {"softmax.py": "ada_4711_softmax.py"})
    assert part.files == ("softmax.py",)
    assert part.read("softmax.py", LIMIT) == b"ada_4711_softmax.py"
    assert part.shown("softmax.py") == (tmp_path / "ada_4711_softmax.py").as_posix()


# ---------------------------------------------------------------- zips that people make


def test_a_zip_is_read_without_being_unpacked(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "ada.zip", ("hw/softmax.py", b"x = 1\n"), ("hw/", b""), ("a.py", b""))
    tree = Archive(path)
    assert tree.files == ("a.py", "hw/softmax.py")
    assert tree.read("hw/softmax.py", LIMIT) == b"x = 1\n"
    assert tree.shown("hw/softmax.py") == f"{path.as_posix()}!hw/softmax.py"
    assert os.listdir(tmp_path) == ["ada.zip"]


def test_what_macos_adds_to_a_zip_is_not_listed(tmp_path: Path) -> None:
    litter = (("__MACOSX/hw/._softmax.py", b"\0\5"), ("hw/.DS_Store", b""), ("hw/__pycache__/softmax.pyc", b""))
    tree = Archive(make_zip(tmp_path / "ada.zip", ("hw/softmax.py", b""), *litter))
    assert (tree.files, tree.notes) == (("hw/softmax.py",), ())


def test_paths_as_windows_writes_them_are_read(tmp_path: Path) -> None:
    tree = Archive(make_zip(tmp_path / "ada.zip", ("week-12\\softmax.py", b"x = 1\n"), ("week-12\\", b"")))
    assert tree.files == ("week-12/softmax.py",)
    assert tree.read("week-12/softmax.py", LIMIT) == b"x = 1\n"


def test_a_zip_without_files_is_empty(tmp_path: Path) -> None:
    tree = Archive(make_zip(tmp_path / "ada.zip"))
    assert (tree.files, tree.notes) == ((), ())


def test_an_entry_without_any_permission_is_read(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "ada.zip", ("softmax.py", b"x"), kind=0o100000 << 16)
    assert Archive(path).read("softmax.py", LIMIT) == b"x"


def test_of_two_entries_of_one_name_the_last_counts_and_a_note_says_so(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = make_zip(tmp_path / "ada.zip", ("softmax.py", b"old"), ("softmax.py", b"new"))
    tree = Archive(path)
    assert tree.read("softmax.py", LIMIT) == b"new"
    assert tree.notes == ("softmax.py is in ada.zip more than once: the last one counts.",)


def test_names_that_are_not_utf_8_are_read_as_zip_tools_wrote_them(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "ada.zip", ("m_ppe/softmax.py", b"x"))
    path.write_bytes(path.read_bytes().replace(b"m_ppe", b"m\x84ppe"))
    tree = Archive(path)
    assert tree.files == ("mäppe/softmax.py",)
    assert tree.read("mäppe/softmax.py", LIMIT) == b"x"


def test_a_name_that_only_claims_to_be_utf_8_is_refused_in_words(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "ada.zip", ("é.py", b"x"))
    path.write_bytes(path.read_bytes().replace("é".encode(), b"\xff\xff"))
    with pytest.raises(TreeError, match=r"ada\.zip cannot be opened as a zip .*: make it anew"):
        Archive(path)


# ---------------------------------------------------------------- zips that lead astray

ASTRAY = {
    "above": ("../../softmax.py", "its path leads out of the zip"),
    "absolute": ("/etc/softmax.py", "its path leads out of the zip"),
    "drive": ("C:\\softmax.py", "its path leads out of the zip"),
    "share": ("\\\\host\\softmax.py", "its path leads out of the zip"),
    "above in between": ("a/../../softmax.py", "its path leads out of the zip"),
    "deep": ("d/" * 50 + "softmax.py", "its path is too long"),
    "long": ("-" * 60000 + ".py", "its path is too long"),
}


@pytest.mark.parametrize(("name", "why"), ASTRAY.values(), ids=ASTRAY)
def test_a_path_that_leads_astray_is_left_out_and_said(tmp_path: Path, name: str, why: str) -> None:
    tree = Archive(make_zip(tmp_path / "mia.zip", (name, b"x"), ("heads.py", b"")))
    assert tree.files == ("heads.py",)
    assert tree.notes == (f"{name.replace(chr(92), '/')[:255]} in mia.zip is left out: {why}.",)


@pytest.mark.parametrize("kind", [LINK, DEVICE], ids=["link", "device"])
def test_a_link_or_a_device_in_a_zip_is_left_out(tmp_path: Path, kind: int) -> None:
    tree = Archive(make_zip(tmp_path / "mia.zip", ("softmax.py", b"/etc/passwd"), kind=kind))
    assert tree.files == ()
    assert tree.notes == ("softmax.py in mia.zip is left out: it is a link or a device.",)


def test_an_entry_with_a_password_is_left_out(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "mia.zip", ("softmax.py", b"x"))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\1\2") + 8] |= 1
    path.write_bytes(data)
    assert Archive(path).notes == ("softmax.py in mia.zip is left out: it is locked with a password.",)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bzip2", "lzma"])
def test_packing_that_cannot_be_bounded_is_left_out(tmp_path: Path, method: int) -> None:
    """Python unpacks 100 KB of bzip2 at one go, which may be two gigabytes."""
    tree = Archive(make_zip(tmp_path / "mia.zip", ("softmax.py", b"x"), method=method))
    assert tree.notes == ("softmax.py in mia.zip is left out: it is packed in an unusual way.",)


def test_many_faults_are_told_in_a_few_lines(tmp_path: Path) -> None:
    tree = Archive(make_zip(tmp_path / "mia.zip", *((f"../{number}", b"") for number in range(100))))
    assert len(tree.notes) == 6
    assert tree.notes[-1] == "And 95 more such remarks."


def test_of_too_many_entries_the_shallow_ones_are_read(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(archive, "MAX_FILES", 3)
    names = [*(f"data/{number}.txt" for number in range(9)), "softmax.py"]
    tree = Archive(make_zip(tmp_path / "mia.zip", *((name, b"") for name in names)))
    assert tree.files == ("softmax.py", "data/0.txt", "data/1.txt")
    assert tree.notes == ("mia.zip holds more than 3 files; the rest was not looked at.",)


# ---------------------------------------------------------------- bombs


class Counting:
    """A decompressor that counts what it gives out."""

    def __init__(self, given: list[int]):
        self._inner = zlib.decompressobj(-15)
        self._given = given

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def decompress(self, data: bytes, most: int) -> bytes:
        out = self._inner.decompress(data, most)
        self._given.append(len(out))
        return out


def test_of_a_huge_entry_only_what_is_asked_for_is_ever_inflated(tmp_path: Path, monkeypatch) -> None:
    path = make_zip(tmp_path / "ned.zip", ("softmax.py", b"#" * (64 << 20)))
    given: list[int] = []
    monkeypatch.setattr(zipfile, "_get_decompressor", lambda kind: Counting(given))
    assert len(Archive(path).read("softmax.py", LIMIT)) == LIMIT + 1
    assert sum(given) <= LIMIT + 1 + 4096


def test_an_entry_that_lies_about_its_size_gives_no_more_than_it_says(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "ned.zip", ("softmax.py", b"#" * 5000))
    data = path.read_bytes().replace(struct.pack("<L", 5000), struct.pack("<L", 10))
    path.write_bytes(data)
    with pytest.raises(LearnerError, match="Bad CRC-32"):
        Archive(path).read("softmax.py", LIMIT)


def end_of_directory(size: int, entries: bytes = b"\0\0\0\0") -> bytes:
    disk, total = struct.unpack("<HH", entries)
    return END.pack(b"PK\5\6", 0, 0, disk, total, size, 0, 0)


def test_a_table_of_contents_of_a_million_entries_is_refused_before_it_is_read(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "mia.zip"
    path.write_bytes(b"\0" * (9 << 20) + end_of_directory(9 << 20))
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("it was read"))
    with pytest.raises(TreeError, match=r"mia\.zip lists far too many files: hand in the code alone"):
        Archive(path)


def test_a_second_end_inside_the_first_does_not_hide_its_size(tmp_path: Path, monkeypatch) -> None:
    """zipfile takes the record at the very end; the last signature in the file may stand in that record's middle."""
    path = tmp_path / "mia.zip"
    path.write_bytes(b"\0" * (9 << 20) + end_of_directory(9 << 20, entries=b"PK\5\6"))
    monkeypatch.setattr(zipfile, "ZipFile", lambda *_: pytest.fail("it was read"))
    with pytest.raises(TreeError, match="far too many"):
        Archive(path)


def test_a_zip64_locator_is_refused_whatever_it_points_at(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "mia.zip", ("softmax.py", b"x"))
    data = path.read_bytes()
    path.write_bytes(data[:-22] + b"PK\6\7" + b"\0" * 16 + data[-22:])
    with pytest.raises(TreeError, match=r"made for huge files \(zip64\): make a plain zip"):
        Archive(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(archive, "MAX_ARCHIVE", 1 << 20)
    path = tmp_path / "big.zip"
    path.write_bytes(b"\0" * ((1 << 20) + 1))
    with pytest.raises(TreeError, match="larger than 1 MB"):
        Archive(path)


# ---------------------------------------------------------------- damage


def test_a_damaged_entry_has_a_sentence_and_costs_no_other(tmp_path: Path) -> None:
    path = make_zip(tmp_path / "ada.zip", ("softmax.py", b"x = 1234\n"), ("heads.py", b"y"), method=zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"x = 1234", b"x = 4321"))
    tree = Archive(path)
    with pytest.raises(LearnerError, match=r"softmax\.py in ada\.zip cannot be read \(Bad CRC-32.*Make the zip anew"):
        tree.read("softmax.py", LIMIT)
    assert tree.read("heads.py", LIMIT) == b"y"


DAMAGED = {
    "nothing": b"",
    "rar": b"Rar!\x1a\x07\0",
    "half": b"PK\3\4" + b"\0" * 40,
    "end alone, cut": b"PK\5\6",
    "end that points nowhere": END.pack(b"PK\5\6", 0, 0, 1, 1, 5000, 90000, 0),
    "table of rubbish": b"\7" * 5000 + END.pack(b"PK\5\6", 0, 0, 1, 1, 5000, 0, 0),
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_what_is_no_zip_has_a_sentence(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "ola.zip"
    path.write_bytes(data)
    with pytest.raises(TreeError, match=r"^ola\.zip .*: make it anew\.$"):
        Archive(path)


def test_a_link_or_a_folder_called_zip_is_refused(tmp_path: Path) -> None:
    make_zip(tmp_path / "real.zip", ("softmax.py", b"x"))
    (tmp_path / "link.zip").symlink_to(tmp_path / "real.zip")
    (tmp_path / "folder.zip").mkdir()
    for name in ("link.zip", "folder.zip"):
        with pytest.raises(TreeError, match=f"{name} is no plain file"):
            Archive(tmp_path / name)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    entries = [(f"week-12/{name}.py", name.encode() * 50) for name in ("softmax", "heads", "positions")]
    return make_zip(tmp_path_factory.mktemp("zip") / "sound.zip", *entries).read_bytes()


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(data=st.data())
def test_however_a_zip_is_damaged_it_is_read_or_refused_in_words(sound: bytes, tmp_path_factory, data) -> None:
    damaged = bytearray(sound)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(sound) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.getbasetemp() / "damaged.zip"
    path.write_bytes(damaged[: data.draw(st.integers(1, len(sound))) if data.draw(st.booleans()) else None])
    try:
        tree = Archive(path)
        for name in tree.files:
            assert len(tree.read(name, LIMIT)) <= LIMIT + 1
    except (TreeError, LearnerError):
        pass


def test_nothing_stays_open(tmp_path: Path) -> None:
    good = make_zip(tmp_path / "good.zip", ("softmax.py", b"x"))
    bad = tmp_path / "bad.zip"
    bad.write_bytes(DAMAGED["table of rubbish"])
    os.mkfifo(tmp_path / "pipe.py")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        Archive(good).read("softmax.py", LIMIT)
        with pytest.raises(TreeError):
            Archive(bad)
        with pytest.raises(LearnerError):
            Folder(tmp_path).read("pipe.py", LIMIT)
    assert len(os.listdir("/proc/self/fd")) == before
