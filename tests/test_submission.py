"""A hand-in is found, read and refused in sentences, whatever it is; what lies beside it has no effect."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_course import RIGHT, a_task, softmax_course
from test_notebook_file import file_of

from autograder.course import HOME, Course
from autograder.grade import Grader
from autograder.intake.names import as_text, meant
from autograder.intake.source import MAX_BYTES, read_source
from autograder.intake.submission import Source, Submission, SubmissionError
from autograder.intake.trees import Single
from autograder.launch import ForkLauncher
from autograder.outcomes import LearnerError, Missing

TASK = a_task(weeks_beside=("week-20",))


def hand_in(root: Path, where: str, text: str | bytes = RIGHT) -> Submission:
    path = root / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Submission.open(root)


def read_bytes(root: Path, data: bytes) -> Source:
    return hand_in(root, "softmax.py", data).source(TASK)


# ---------------------------------------------------------------- where the file lies


@pytest.mark.parametrize("where", ["softmax.py", "week-12/softmax.py", "exercises/week-12/softmax.py"])
def test_a_file_is_found_in_each_layout(tmp_path: Path, where: str) -> None:
    submission = hand_in(tmp_path, where)
    assert submission.find(TASK) == where
    assert submission.path(TASK) == (tmp_path / where).as_posix()
    assert submission.source(TASK) == Source("softmax.py", RIGHT)
    assert submission.has_week_folder("week-12") == ("/" in where)


def test_a_single_file_is_a_submission(tmp_path: Path) -> None:
    hand_in(tmp_path, "softmax.py")
    assert Submission.open(tmp_path / "softmax.py").source(TASK).text == RIGHT


def test_the_folder_of_the_week_goes_before_a_file_at_the_top(tmp_path: Path) -> None:
    hand_in(tmp_path, "softmax.py", "old = 1\n")
    source = hand_in(tmp_path, "week-12/softmax.py", "new = 1\n").source(TASK)
    note = "Not read: softmax.py, since week-12/softmax.py was taken."
    assert source == Source("softmax.py", "new = 1\n", notes=(note,))


def test_another_weeks_folder_is_not_looked_into(tmp_path: Path) -> None:
    assert hand_in(tmp_path, "week-20/softmax.py").find(TASK) is None


def test_a_missing_file_is_a_problem_and_no_error(tmp_path: Path) -> None:
    problem = Submission.open(tmp_path).source(TASK).problem
    assert isinstance(problem, Missing)
    assert problem.message == "There is no softmax.py in this submission."


@pytest.mark.parametrize(
    "name", ["softmax (1).py", "Softmax-final.py", "SOFTMAX.PY", "softmax.py.txt", "Copy of softmax.py", "softmax-2.py"]
)
@pytest.mark.parametrize("folder", ["week-12/", "", "hw/Week 12/", "ada/"])
def test_a_file_of_nearly_that_name_is_taken_and_named(tmp_path: Path, folder: str, name: str) -> None:
    """Learners rename and browsers number: the work counts, and a warning says what was expected."""
    source = hand_in(tmp_path, folder + name).source(TASK)
    assert (source.text, source.problem) == (RIGHT, None)
    assert source.notes == (f"{folder}{name} was taken for softmax.py: give it that name.",)


@pytest.mark.parametrize("name", ["softmax.txt", "my_softmax.py", "softmax.pyc", "softmax2d.py", "check_softmax.py"])
def test_a_file_of_another_name_is_not_taken(tmp_path: Path, name: str) -> None:
    assert hand_in(tmp_path, name).find(TASK) is None


def test_a_file_somewhere_else_is_found_with_a_warning(tmp_path: Path) -> None:
    hand_in(tmp_path, "notes.md", "")
    source = hand_in(tmp_path, "my work/tuesday/softmax.py").source(TASK)
    assert source == Source("softmax.py", RIGHT, notes=("softmax.py was found as my work/tuesday/softmax.py.",))


def test_folders_wrapped_around_everything_are_no_reason_for_a_warning(tmp_path: Path) -> None:
    hand_in(tmp_path, "download/hw-main/notes.md", "")
    assert hand_in(tmp_path, "download/hw-main/softmax.py").source(TASK) == Source("softmax.py", RIGHT)


def test_of_two_files_the_nearer_one_counts_and_the_other_is_named(tmp_path: Path) -> None:
    hand_in(tmp_path, "softmax (1).py", "old = 1\n")
    hand_in(tmp_path, "attic/softmax.py", "older = 1\n")
    source = hand_in(tmp_path, "softmax.py").source(TASK)
    assert source.text == RIGHT
    assert source.notes == ("Not read: softmax (1).py, attic/softmax.py, since softmax.py was taken.",)


# ---------------------------------------------------------------- code that no task was read from


MINE = "def softmax(scores, dim=-1, temperature=1.0):\n    return scores\n"
MOVE = "`softmax` stands in {}, which is not read: put it into {} and hand that in."


def not_read(submission: Submission) -> tuple[str, ...]:
    return submission.not_read(Course.open().week("week-12").tasks)


def test_an_answer_in_a_file_of_another_name_is_named_with_where_it_belongs(tmp_path: Path) -> None:
    submission = hand_in(tmp_path, "my_answer.py", MINE)
    source = submission.source(TASK)
    assert (source.notes, source.text) == ((MOVE.format("my_answer.py", "softmax.py"),), "")
    assert isinstance(source.problem, Missing)
    assert not_read(submission) == (), "it is said once"


def test_beside_an_untouched_starter_it_is_named_too(tmp_path: Path) -> None:
    hand_in(tmp_path, "my_answer.py", MINE)
    starter = Course.open().week("week-12").task("softmax").starter.read_text(encoding="utf-8")
    assert hand_in(tmp_path, "softmax.py", starter).source(TASK).notes == (MOVE.format("my_answer.py", "softmax.py"),)


def test_beside_an_answer_in_its_place_it_is_only_not_read(tmp_path: Path) -> None:
    hand_in(tmp_path, "my_answer.py", MINE)
    submission = hand_in(tmp_path, "softmax.py", MINE)
    assert submission.source(TASK).notes == ()
    assert not_read(submission) == ("Not read, since no task asks for it: my_answer.py.",)


def test_an_answer_in_the_folder_of_another_week_is_told_its_own(tmp_path: Path) -> None:
    source = hand_in(tmp_path, "week-20/softmax.py", MINE).source(TASK)
    assert source.notes == (MOVE.format("week-20/softmax.py", "week-12/softmax.py"),)


@pytest.mark.parametrize(
    "text",
    ["from softmax import softmax\n", "print('def softmax')\n", "def softmax(:\n", "(" * 5000, "x = 1\n", b"\xff\xfe",
     'def softmax(x):\n    raise NotImplementedError("week-12/softmax: softmax is yours to write")\n'],
    ids=["an import", "a text", "broken", "too deep", "something else", "no text", "a starter"],
)  # fmt: skip
def test_a_file_that_defines_nothing_of_the_task_is_no_answer(tmp_path: Path, text: str | bytes) -> None:
    submission = hand_in(tmp_path, "other.py", text)
    assert submission.source(TASK).notes == ()
    assert not_read(submission) == ("Not read, since no task asks for it: other.py.",)


def test_files_that_nobody_reads_are_counted_beyond_the_first(tmp_path: Path) -> None:
    for number in range(30):
        hand_in(tmp_path, f"try_{number:02}.py", "x = 1\n")
    hand_in(tmp_path, "notes.ipynb", '{"cells": [], "nbformat": 4}')
    assert not_read(hand_in(tmp_path, "softmax.txt", "x = 1\n")) == (
        "Not read, since no task asks for them: notes.ipynb, softmax.txt, try_00.py, try_01.py, try_02.py and 27 more.",
    )


CONFLICT = "x = 1\n<<<<<<< HEAD\ny = 2\n=======\ny = 3\n>>>>>>> 240108b\n"


def test_the_marks_of_a_merge_conflict_are_named_where_they_are_in_the_way(tmp_path: Path) -> None:
    problem = read_bytes(tmp_path, CONFLICT.encode()).problem
    assert problem.message.startswith(
        "softmax.py holds the marks of a merge conflict (<<<<<<<, line 2). Keep the lines"
    )
    in_a_text = f'"""{CONFLICT}"""\n{RIGHT}'
    assert read_bytes(tmp_path, in_a_text.encode()) == Source("softmax.py", in_a_text)


DAMAGED = {
    "nothing": b"",
    "half": b'{"cells": [{"outputs": [{"a": "',
    "a list": b"[]",
    "a web page": b"<!DOCTYPE html>",
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_notebook_that_cannot_be_read_is_every_tasks_problem(tmp_path: Path, data: bytes) -> None:
    submission = hand_in(tmp_path, "work.ipynb", data)
    for task in Course.open().week("week-12").tasks:
        assert submission.source(task).problem.message.startswith("work.ipynb"), task.id
        assert submission.find(task) == "work.ipynb"


def test_a_notebook_that_is_too_large_says_what_makes_it_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.intake.source.MAX_FILE", 1 << 20)
    problem = hand_in(tmp_path, "work.ipynb", bytes(1 + (1 << 20))).source(TASK).problem
    assert problem.message == "work.ipynb is larger than 1 MB. Clear its outputs and hand it in again."


def test_of_a_file_and_a_notebook_with_work_the_file_counts_and_that_is_said(tmp_path: Path) -> None:
    hand_in(tmp_path, "work.ipynb", file_of(RIGHT))
    source = hand_in(tmp_path, "softmax.py").source(TASK)
    assert source.text == RIGHT
    assert source.notes == (
        "softmax.py and work.ipynb both hold work on softmax: softmax.py was checked. If work.ipynb counts, hand in "
        "that alone.",
    )


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_file_beside_a_damaged_notebook_counts(tmp_path: Path, data: bytes) -> None:
    hand_in(tmp_path, "softmax.py", "def softmax(scores, dim=-1, temperature=1.0):\n    return scores\n")
    submission = hand_in(tmp_path, "work.ipynb", data)
    softmax, *others = Course.open().week("week-12").tasks
    assert submission.find(softmax) == "softmax.py" and submission.source(softmax).problem is None
    assert all(submission.source(task).problem is not None for task in others)


def test_a_changed_file_that_a_notebook_stands_before_is_named(tmp_path: Path) -> None:
    """Its function is misspelt, so it holds no work on the task; who edits it must not wonder."""
    heads = Course.open().week("week-12").task("heads")
    cell = {"cell_type": "code", "source": "def split_heads(x, heads):\n    return x\n", "metadata": {}, "outputs": []}
    hand_in(tmp_path, "week-12.ipynb", json.dumps({"cells": [cell], "nbformat": 4, "metadata": {}}))
    submission = hand_in(tmp_path, "heads.py", "def split_head(x, heads):\n    return x\n")
    assert submission.find(heads) == "week-12.ipynb"
    said = "heads.py was changed too, but does not define `merge_heads` and `split_heads`: week-12.ipynb was checked."
    assert said in submission.source(heads).notes
    (tmp_path / "heads.py").write_text("def split_heads(x, heads):\n    return (x\n", encoding="utf-8")
    said = (
        "heads.py was changed too, but Python cannot read it (line 2: '(' was never closed): week-12.ipynb was checked."
    )
    assert said in Submission.open(tmp_path).source(heads).notes
    (tmp_path / "heads.py").write_text(heads.starter.read_text(encoding="utf-8"), encoding="utf-8")
    assert Submission.open(tmp_path).source(heads).notes == ()


def test_what_the_course_gives_out_is_not_among_them(tmp_path: Path) -> None:
    """A clone of the students' repository, with pytest's own files."""
    patterns = ("exercises/*/*.py", "exercises/*/*.ipynb", "self_checks/*/*.py", "autograder/**/*.py", "data/*.py")
    for pattern in patterns:
        for path in HOME.glob(pattern):
            hand_in(tmp_path, f"clone/{path.relative_to(HOME).as_posix()}", path.read_bytes())
    for name in ("conftest.py", "tests/test_setup.py", "tests/__init__.py", "known/softmax.py"):
        submission = hand_in(tmp_path, f"clone/{name}", "")
    assert not_read(submission) == ()
    assert all(submission.source(task).notes == () for task in Course.open().tasks())


def test_what_is_not_read_travels_and_counts_as_part_of_the_hand_in(tmp_path: Path) -> None:
    week = Course.open().week("week-12")
    before = hand_in(tmp_path, "softmax.py").collect(week, "hw")
    after = hand_in(tmp_path, "more.py").collect(week, "hw")
    assert (before.unread, after.unread) == ((), ("Not read, since no task asks for it: more.py.",))
    assert before.content_hash() != after.content_hash()


def test_the_courses_own_wrong_answers_are_nobodys_work(tmp_path: Path) -> None:
    assert hand_in(tmp_path, "solutions/week-12/known/softmax.py").find(TASK) is None


@pytest.mark.parametrize("name", ["nothing", "nothing/softmax.py", "zero\0byte"])
def test_a_path_with_nothing_there_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SubmissionError, match="There is nothing at"):
        Submission.open(tmp_path / name)


def test_a_zip_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "work.zip").write_bytes(b"PK and no more")
    with pytest.raises(SubmissionError, match=r"work\.zip"):
        Submission.open(tmp_path / "work.zip")


def test_names_of_any_length_and_of_any_signs_are_read() -> None:
    assert meant("a" * 100 + " (1).py") == "a" * 100 + " (1).py"
    assert as_text("ada\ud800.py") == "ada\\ud800.py", "as it may stand in a zip"


@pytest.mark.parametrize(
    "folder",
    ["TA dir/과제 1", "a 'quoted' \"name\"", "two\nlines", "\u202ertl\u202c", "-rf", "%s {x} $HOME `id`", "\udcff"],
    ids=["blank", "quotes", "newline", "direction", "dash", "signs", "no utf-8"],
)
def test_a_folder_may_have_any_name(tmp_path: Path, folder: str) -> None:
    assert hand_in(tmp_path / folder, "week-12/softmax.py").source(TASK).text == RIGHT


# ---------------------------------------------------------------- how the text is saved

E_ACUTE = "# é\ndef softmax(scores): pass\n"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"\xef\xbb\xbf" + E_ACUTE.encode(), E_ACUTE),
        (E_ACUTE.encode(), E_ACUTE),
        (b"# coding: utf-8\n# \xc3\xa9\n", "# coding: utf-8\n# é\n"),
        (
            b"#!/usr/bin/python\n# -*- coding: latin-1 -*-\n# \xe9\n",
            "#!/usr/bin/python\n# -*- coding: latin-1 -*-\n# é\n",
        ),
        (b"# vim: set fileencoding=iso_8859_1 :\n# \xe9\n", "# vim: set fileencoding=iso_8859_1 :\n# é\n"),
        (b"# coding: cp1252\n# \x93q\x94\n", "# coding: cp1252\n# “q”\n"),
        (b"# coding: latin1\n# \xe9\n", "# coding: latin1\n# é\n"),
        (b"# -*- coding: utf-8-unix -*-\n# \xc3\xa9\n", "# -*- coding: utf-8-unix -*-\n# é\n"),
        (b"x = 1\n\n# coding: euc-kr\n", "x = 1\n\n# coding: euc-kr\n"),
    ],
    ids=["empty", "bom", "utf-8", "cookie", "latin-1", "vim", "cp1252", "latin1", "emacs", "line 3"],
)
def test_text_is_read_as_python_reads_it(tmp_path: Path, data: bytes, text: str) -> None:
    assert read_bytes(tmp_path, data) == Source("softmax.py", text)


@pytest.mark.parametrize(
    ("data", "says", "line"),
    [
        (b"x = 1\n# \xe9\n", "Line 2 of softmax.py holds a byte that is not UTF-8. Save the file as UTF-8.", 2),
        (b"\xe9", "Line 1 of softmax.py holds a byte that is not UTF-8. Save the file as UTF-8.", 1),
        (
            b"# coding: ascii\n\n# \xe9\n",
            "Line 3 of softmax.py holds a byte that is not ASCII. Save the file as UTF-8.",
            3,
        ),
        (RIGHT.encode("utf-16"), "softmax.py is saved as UTF-16. Save it as UTF-8.", None),
        ("\ufeffx = 1".encode("utf-16-be"), "softmax.py is saved as UTF-16. Save it as UTF-8.", None),
        (RIGHT.encode("utf-16-le"), "softmax.py holds a zero byte: this is no Python text. Save it again", None),
        (b"x = 1\0\n", "softmax.py holds a zero byte: this is no Python text.", None),
        (b"# coding: utf-7\nx = 1\n", "softmax.py names the encoding utf-7. Save it as UTF-8 and remove that line.", 1),
        (b"# coding: rot13\nx = 1\n", "softmax.py names the encoding rot13.", 1),
        (b"x" * (5 << 20), "softmax.py is larger than 100 KB. Hand in the code alone, without data.", None),
        (b"#" * (MAX_BYTES + 1), "softmax.py is larger than 100 KB.", None),
    ],
    ids=["latin-1", "first byte", "ascii", "utf-16", "big-endian", "no bom", "nul", "utf-7", "rot13", "5 MB", "limit"],
)
def test_text_that_cannot_be_read_has_a_sentence(tmp_path: Path, data: bytes, says: str, line: int | None) -> None:
    source = read_bytes(tmp_path, data)
    assert isinstance(source.problem, LearnerError)
    assert source.problem.message.startswith(says)
    assert (source.text, source.problem.line) == ("", line)


def test_an_encoding_that_nobody_knows_is_named(tmp_path: Path) -> None:
    problem = read_bytes(tmp_path, b"# -*- coding: klingon -*-\nx = 1\n").problem
    assert problem.message == "softmax.py names the encoding klingon. Save it as UTF-8 and remove that line."


def test_a_file_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    assert len(read_bytes(tmp_path, b"#" * MAX_BYTES).text) == MAX_BYTES


# ---------------------------------------------------------------- what is no plain file


def test_a_folder_of_that_name_has_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "softmax.py").mkdir()
    assert (
        "is a folder or a device. Hand in a plain Python file" in Submission.open(tmp_path).source(TASK).problem.message
    )


@contextmanager
def alarm(seconds: int) -> Iterator[None]:
    """What blocks inside is broken off: a test that would hang fails."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it blocks"))
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_a_fifo_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "softmax.py")
    with alarm(5):
        for submission in (Submission.open(tmp_path), Submission.open(tmp_path / "softmax.py")):
            assert "is a folder or a device" in submission.source(TASK).problem.message


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.py").write_text("secret = 1\n", encoding="utf-8")
    (tmp_path / "softmax.py").symlink_to(tmp_path / "elsewhere.py")
    source = Submission.open(tmp_path).source(TASK)
    assert source.text == ""
    assert source.problem.message.startswith("softmax.py cannot be read")
    assert source.problem.message.endswith("Hand in a plain file.")


def test_a_link_that_leads_nowhere_is_said_and_not_missed(tmp_path: Path) -> None:
    (tmp_path / "softmax.py").symlink_to(tmp_path / "nowhere.py")
    assert Submission.open(tmp_path).source(TASK).problem.message.startswith("softmax.py cannot be read")


@pytest.mark.parametrize("link", ["week-12", "exercises"])
def test_a_folder_that_is_a_link_is_not_followed(tmp_path: Path, link: str) -> None:
    """Else ``week-12 -> .../solutions/week-12`` in a hand-in would be graded as the learner's own work."""
    hand_in(tmp_path / "solutions", "week-12/softmax.py", "secret = 1\n")
    (tmp_path / "hand-in").mkdir()
    target = tmp_path / "solutions" / ("week-12" if link == "week-12" else "")
    (tmp_path / "hand-in" / link).symlink_to(target)
    source = Submission.open(tmp_path / "hand-in").source(TASK)
    assert source.text == ""
    assert source.problem is not None


@pytest.fixture
def as_nobody() -> Iterator[None]:
    """Root may read everything: the test goes on as a user who may not."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


def test_a_file_that_may_not_be_read_has_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    hand_in(tmp_path, "softmax.py")
    tmp_path.chmod(0o755)
    (tmp_path / "softmax.py").chmod(0)
    monkeypatch.chdir(tmp_path)
    request.getfixturevalue("as_nobody")
    message = read_source(Single(Path("softmax.py")), "softmax.py").problem.message
    assert message == "softmax.py cannot be read: Permission denied. Hand in a plain file."


# ---------------------------------------------------------------- what lies beside it


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Course:
    return softmax_course(tmp_path_factory.mktemp("course"))


@pytest.fixture(scope="module")
def grader(mini: Course, launcher: ForkLauncher) -> Iterator[Grader]:
    with Grader(mini, launcher) as grader:
        yield grader


WRONG = "def softmax(scores, dim=-1, temperature=1.0):\n    return scores\n"
FORGER = """\
import pytest

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    call.excinfo = None
    report = yield
    report.outcome = "passed"
    return report
"""
BESIDE = {
    "conftest.py": FORGER,
    "pytest.ini": "[pytest]\naddopts = -k nothing -p no:python\n",
    "torch.py": "raise SystemExit('a torch of mine')\n",
    "random.py": "raise SystemExit('a random of mine')\n",
    "sitecustomize.py": "raise SystemExit('a start of mine')\n",
    "autograder/__init__.py": "raise SystemExit('a grader of mine')\n",
}


@pytest.mark.parametrize(("text", "earned"), [(RIGHT, 10), (WRONG, 0)], ids=["right", "wrong"])
@pytest.mark.parametrize("where", ["softmax.py", "week-12/softmax.py"])
def test_what_lies_beside_the_file_has_no_effect(
    grader: Grader, mini: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, text: str, earned: int
) -> None:
    submission = hand_in(tmp_path, where, text)
    for name, content in BESIDE.items():
        hand_in((tmp_path / where).parent, name, content)
        hand_in(tmp_path, name, content)
    monkeypatch.chdir(tmp_path)
    result = grader.grade(submission, mini.week("week-12"))
    assert (result.score, result.max_score, result.internal) == (earned, 10, [])


@pytest.mark.parametrize(
    "save",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
        lambda text: b"# -*- coding: latin-1 -*-\n# \xe9\n" + text.encode(),
        lambda text: text.rstrip("\n").encode(),
    ],
    ids=["bom", "crlf", "cr", "latin-1", "no last line end"],
)
def test_a_right_answer_is_right_however_it_is_saved(grader: Grader, mini: Course, tmp_path: Path, save) -> None:
    submission = hand_in(tmp_path, "softmax.py", save(RIGHT))
    assert grader.grade(submission, mini.week("week-12")).score == 10


@pytest.mark.parametrize(
    ("data", "status"),
    [(None, "missing"), (b"", "missing"), (b"x = 1\0", "error"), (b"def softmax(:\n", "error")],
    ids=["no file", "empty", "nul", "syntax"],
)
def test_the_maximum_does_not_depend_on_the_submission(
    grader: Grader, mini: Course, tmp_path: Path, data: bytes | None, status: str
) -> None:
    submission = Submission.open(tmp_path) if data is None else hand_in(tmp_path, "softmax.py", data)
    result = grader.grade(submission, mini.week("week-12"))
    assert (result.score, result.max_score, result.tasks[0].status, len(result.tasks[0].checks)) == (0, 10, status, 10)
