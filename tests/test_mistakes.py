"""Named mistakes: read strictly from their cells, and named only when the calls leave no doubt."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_course import KNOWN, SOLUTION, a_task

from autograder.checks.mistakes import Cell, Diagnosis, known_answers
from autograder.checks.student import Call, local_answers
from autograder.course import CourseError
from autograder.outcomes import Problem

REFERENCE = """\
def double(x):
    return 2 * x

def halve(x):
    if x == 0:
        raise ValueError("zero")
    return x / 2
"""
CELLS = """\
'''Wrong answers.'''

# %% tripled
# Twice is not three times:
# use 2.
def double(x):
    return 3 * x


# %% always-six
# The answer must depend on x.
def double(x):
    return 6


# %% zero-accepted
# Halving 0 must raise ValueError.
def halve(x):
    return x / 2
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / KNOWN).parent.mkdir(parents=True)
    (tmp_path / SOLUTION).write_text(REFERENCE, encoding="utf-8")
    return tmp_path


def cells_of(root: Path, text: str) -> list[Cell]:
    (root / KNOWN).write_text(text, encoding="utf-8")
    return known_answers(a_task(root=root))


def calls_of(text: str, *questions: tuple) -> list[Call]:
    """What a learner with that text answers to ("double", 3), ("halve", 0), ... in one check."""
    student = local_answers(text, "softmax.py")
    student._begin("a check")
    for name, *arguments in questions:
        try:
            getattr(student, name)(*arguments)
        except Problem:
            break
    return student._calls


# ---------------------------------------------------------------- cells


def test_a_cell_has_a_name_a_sentence_and_code(root: Path) -> None:
    cells = cells_of(root, CELLS)
    assert [cell.name for cell in cells] == ["tripled", "always-six", "zero-accepted"]
    assert cells[0].says == "Twice is not three times: use 2."
    assert cells[0].code.startswith("def double(x):")


def test_a_cell_is_laid_over_the_reference(root: Path) -> None:
    tripled = cells_of(root, CELLS)[0]
    assert (tripled.answers.double(3), tripled.answers.halve(4)) == (9, 2.0)


def test_no_file_means_no_cells(root: Path) -> None:
    assert known_answers(a_task(root=root)) == []


def test_cells_may_be_saved_on_windows(root: Path) -> None:
    plain = cells_of(root, CELLS)
    (root / KNOWN).write_bytes(b"\xef\xbb\xbf" + CELLS.replace("\n", "\r\n").encode())
    assert known_answers(a_task(root=root)) == plain


def test_a_cell_may_be_a_sentence_alone(root: Path) -> None:
    """It is the reference then, and the audit finds it out."""
    [cell] = cells_of(root, "# %% only-words\n# It says something\n# and does nothing.\n")
    assert (cell.says, cell.code) == ("It says something and does nothing.", "\n")
    assert cell.answers.double(3) == 6


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (CELLS.replace("always-six", "tripled"), "two cells have the same name"),
        (CELLS.replace("# The answer must depend on x.\n", ""), "the cell 'always-six' needs"),
        (CELLS.replace("always-six", "AlwaysSix"), "the cell 'AlwaysSix' needs a name-with-dashes"),
        (CELLS.replace("always-six", "always_six"), "the cell 'always_six' needs"),
        (CELLS.replace("always-six", "always six"), "always six"),
        (CELLS.replace("# %% always-six", "# %%always-six"), "always-six"),
        (CELLS.replace("# %% always-six", "#%% always-six"), "always-six"),
        (CELLS.replace("# %% always-six", "# %%"), "name"),
        (CELLS.replace("# %% always-six", "# % always-six"), "always-six"),
        (CELLS.replace("    return 6", "    return 6 *"), ":13: this is no Python: invalid syntax"),
        (CELLS.replace("    return 6", "return 6"), ":13: this is no Python: expected an indented block"),
        (CELLS.replace("always-six", "right: always-six") + "return 6\n", r":\d+: this is no Python: 'return' outside"),
    ],
    ids=[
        "twice",
        "no sentence",
        "capitals",
        "underscore",
        "blank",
        "no blank",
        "tight",
        "no name",
        "one sign",
        "no Python",
        "not indented",
        "right and no Python",
    ],
)
def test_a_faulty_cell_is_refused(root: Path, text: str, says: str) -> None:
    """One that is overlooked would silently replace the cell before it."""
    with pytest.raises(CourseError, match=says) as refusal:
        cells_of(root, text)
    assert str(root / KNOWN) in str(refusal.value)


def test_a_cell_that_cannot_be_loaded_is_a_fault_of_the_course(root: Path) -> None:
    [cell] = cells_of(root, "# %% broken\n# It does not load.\nimport nothing_of_this_name\n")
    with pytest.raises(CourseError, match=r"broken.*nothing_of_this_name"):
        _ = cell.answers


# ---------------------------------------------------------------- naming


@pytest.fixture
def diagnosis(root: Path) -> Diagnosis:
    return Diagnosis(cells_of(root, CELLS))


def name_of(diagnosis: Diagnosis, check: str, checks: dict[str, list[Call]]) -> str | None:
    diagnosis.begin()
    found = diagnosis.name(check, checks)
    return found.name if found else None


def test_the_one_mistake_that_answers_alike_is_named(diagnosis: Diagnosis) -> None:
    calls = calls_of("def double(x): return x + x + x", ("double", 5), ("double", 1))
    assert name_of(diagnosis, "doubles", {"doubles": calls}) == "tripled"


def test_nothing_is_named_where_no_mistake_answers_alike(diagnosis: Diagnosis) -> None:
    calls = calls_of("def double(x): return 4 * x", ("double", 5))
    assert name_of(diagnosis, "doubles", {"doubles": calls}) is None


def test_nothing_is_named_where_two_fit_equally_well(diagnosis: Diagnosis) -> None:
    calls = calls_of("def double(x): return 6", ("double", 2))
    assert name_of(diagnosis, "doubles", {"doubles": calls}) is None


def test_of_two_that_fit_the_check_the_one_that_fits_more_checks_is_named(diagnosis: Diagnosis) -> None:
    checks = {
        "two": calls_of("def double(x): return 6", ("double", 2)),
        "five": calls_of("def double(x): return 6", ("double", 5)),
    }
    assert name_of(diagnosis, "two", checks) == "always-six"
    checks["five"] = calls_of("def double(x): return 3 * x", ("double", 5))
    assert name_of(diagnosis, "two", checks) == "tripled"


def test_every_call_of_the_check_must_be_answered_alike(diagnosis: Diagnosis) -> None:
    calls = calls_of("def double(x): return 3 * x if x < 4 else 2 * x", ("double", 3), ("double", 5))
    assert name_of(diagnosis, "doubles", {"doubles": calls}) is None


def test_a_missing_error_is_a_likeness(diagnosis: Diagnosis) -> None:
    text = REFERENCE.replace("if x == 0", "if x is None")
    assert name_of(diagnosis, "zero", {"zero": calls_of(text, ("halve", 0), ("halve", 2))}) == "zero-accepted"


ONLY_ERRORS = "# %% refuses-all\n# It must not raise.\ndef double(x):\n    raise ValueError\n"


def test_an_error_alone_proves_little_unless_every_check_fits(root: Path) -> None:
    diagnosis = Diagnosis(cells_of(root, ONLY_ERRORS))
    error = calls_of("def double(x): raise ValueError('any')", ("double", 2))
    right = calls_of(REFERENCE, ("double", 2))
    assert name_of(diagnosis, "one", {"one": error}) == "refuses-all"
    assert name_of(diagnosis, "one", {"one": error, "other": right}) is None


def test_another_error_is_no_likeness(root: Path) -> None:
    diagnosis = Diagnosis(cells_of(root, ONLY_ERRORS))
    calls = calls_of("def double(x): raise TypeError", ("double", 2))
    assert name_of(diagnosis, "one", {"one": calls}) is None


def test_an_answer_of_another_type_is_no_likeness(diagnosis: Diagnosis) -> None:
    calls = calls_of("def double(x): return 3.0 * x", ("double", 5))
    assert name_of(diagnosis, "doubles", {"doubles": calls}) is None


def test_a_mistake_that_lacks_what_was_called_is_no_likeness(root: Path) -> None:
    """Its answers are replayed in the grading process: what it has not got must not end the grading."""
    diagnosis = Diagnosis(cells_of(root, "# %% bare\n# A class needs its methods.\nclass Box:\n    pass\n"))
    student = local_answers("class Box:\n    def size(self): return 1\n", "softmax.py")
    student._begin("a check")
    student.Box().size()
    assert name_of(diagnosis, "sizes", {"sizes": student._calls}) is None


def test_a_mistake_that_cannot_answer_is_no_likeness(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the learner's code led to may be too much for a mistake: the grading goes on without its name."""
    diagnosis = Diagnosis(cells_of(root, "# %% always-six\n# Six is not twice the number.\ndef double(x): return 6\n"))
    calls = calls_of("def double(x): return 6", ("double", 5))
    assert name_of(diagnosis, "doubles", {"doubles": calls}) == "always-six"
    [mistake] = diagnosis.mistakes
    monkeypatch.setattr(mistake.answers, "_ask", lambda frame: b"no frame")
    diagnosis.begin()
    assert name_of(diagnosis, "doubles", {"doubles": calls}) is None


def test_the_last_submission_is_forgotten(diagnosis: Diagnosis) -> None:
    triples = calls_of("def double(x): return 3 * x", ("double", 5))
    fourfold = calls_of("def double(x): return 4 * x", ("double", 5))
    assert name_of(diagnosis, "doubles", {"doubles": triples}) == "tripled"
    assert name_of(diagnosis, "doubles", {"doubles": fourfold}) is None
