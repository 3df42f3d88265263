"""The single source: regions found by tokens, a misspelt marker an error with its line, and the starter made of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_course import SOLUTION, a_task

from autograder.authoring.source import Region, TaskSource
from autograder.course import CourseError

STATEMENT = '"""What to do."""\n'
PLAIN = '''\
"""Double it."""


def double(x):
    """Twice x."""
    ### BEGIN SOLUTION
    y = 2 * x
    return y
    ### END SOLUTION


### BEGIN HINTS
# 1. Twice is
#    times two.
# 2. Return it.
### END HINTS


print("end")
'''


def source_of(root: Path, text: str | bytes) -> TaskSource:
    path = root / SOLUTION
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return TaskSource.read(a_task(root=root))


def values_of(starter: str) -> dict:
    """The names that the starter defines; it must be Python."""
    names: dict = {"__name__": "starter"}
    exec(compile(starter, "softmax.py", "exec"), names)
    return names


def test_regions_have_a_kind_lines_and_an_indentation(tmp_path: Path) -> None:
    assert source_of(tmp_path, PLAIN).regions == (Region("SOLUTION", 6, 9, 4), Region("HINTS", 12, 16, 0))


def test_the_starter_has_a_todo_for_the_solution_and_no_hints(tmp_path: Path) -> None:
    assert (
        source_of(tmp_path, PLAIN).starter()
        == '''\
"""Double it."""


def double(x):
    """Twice x."""
    # TODO: your code here, in place of the next line.
    raise NotImplementedError("week-12/softmax: double is yours to write")


print("end")
'''
    )


def test_hints_are_paragraphs_in_their_order(tmp_path: Path) -> None:
    assert source_of(tmp_path, PLAIN).hints() == ["Twice is times two.", "Return it."]


def test_a_task_may_have_no_hints(tmp_path: Path) -> None:
    assert source_of(tmp_path, PLAIN.split("### BEGIN HINTS")[0]).hints() == []


def test_a_starter_compiles_and_raises_with_the_name(tmp_path: Path) -> None:
    double = values_of(source_of(tmp_path, PLAIN).starter())["double"]
    with pytest.raises(NotImplementedError, match=r"^week-12/softmax: double is yours to write$"):
        double(2)


CLASSES = """\
class Block:
    def __init__(self):
        ### BEGIN SOLUTION
        self.x = 1
        ### END SOLUTION

    @staticmethod
    def outer(x):
        def inner():
            ### BEGIN SOLUTION
            return x
            ### END SOLUTION
        return inner
"""


def test_names_of_methods_and_inner_functions_are_dotted(tmp_path: Path) -> None:
    block = values_of(source_of(tmp_path, STATEMENT + CLASSES).starter())["Block"]
    with pytest.raises(NotImplementedError, match=r": Block\.__init__ is yours"):
        block()
    with pytest.raises(NotImplementedError, match=r": Block\.outer\.inner is yours"):
        block.outer(1)()


@pytest.mark.parametrize(
    "text",
    [
        "async def f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION\n",
        "if True:\n    def f():\n        ### BEGIN SOLUTION\n        return 1\n        ### END SOLUTION\n",
        "def f():\n    if 1:\n        ### BEGIN SOLUTION\n        return 1\n        ### END SOLUTION\n",
        "@len\ndef f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION\n",
    ],
    ids=["async", "under if", "in a branch", "decorated"],
)
def test_a_function_is_found_wherever_it_stands(tmp_path: Path, text: str) -> None:
    starter = source_of(tmp_path, STATEMENT + text).starter()
    compile(starter, "softmax.py", "exec")
    assert "f is yours to write" in starter
    assert "return 1" not in starter


def test_several_solutions_in_one_function_are_cut_each(tmp_path: Path) -> None:
    one = "    ### BEGIN SOLUTION\n    secret = 1\n    ### END SOLUTION\n"
    starter = source_of(tmp_path, f"{STATEMENT}def f(x):\n{one}    x += 1\n{one}    return x\n").starter()
    assert starter.count("raise NotImplementedError") == 2
    assert "secret" not in starter
    assert "x += 1" in starter


# ---------------------------------------------------------------- what is a marker, and what is not


@pytest.mark.parametrize(
    "marker", ["# BEGIN SOLUTION", "### BEGIN SOLUTION", "###BEGIN SOLUTION", "###  BEGIN  SOLUTION  "]
)
def test_the_number_of_signs_and_blanks_does_not_matter(tmp_path: Path, marker: str) -> None:
    assert source_of(tmp_path, PLAIN.replace("### BEGIN SOLUTION", marker)).starter().count("NotImplementedError") == 1


def test_markers_inside_strings_are_text(tmp_path: Path) -> None:
    quoted = PLAIN.replace("Double it.", "Double it.\n\n### BEGIN SOLUTION\n### END HINTS\n").replace(
        "end", "### END SOLUTION"
    )
    source = source_of(tmp_path, quoted)
    assert len(source.regions) == 2
    assert "### BEGIN SOLUTION\n### END HINTS\n" in source.starter()


def test_ordinary_comments_are_no_markers(tmp_path: Path) -> None:
    comments = "# the solution: later\n# ending soon\n# hint: none\n# beginning\n"
    assert len(source_of(tmp_path, comments + PLAIN).regions) == 2


MISSPELT = {
    "solution misspelt": ("BEGIN SOLUTON", "END SOLUTON"),
    "in small letters": ("begin solution", "end solution"),
    "capitals": ("Begin Solution", "End Solution"),
    "plural": ("BEGIN SOLUTIONS", "END SOLUTIONS"),
    "colon": ("BEGIN: SOLUTION", "END: SOLUTION"),
    "dash": ("BEGIN-SOLUTION", "END-SOLUTION"),
    "underscore": ("BEGIN_SOLUTION", "END_SOLUTION"),
    "one word": ("BEGINSOLUTION", "ENDSOLUTION"),
    "begin misspelt": ("BEGN SOLUTION", "EDN SOLUTION"),
    "other way round": ("SOLUTION BEGIN", "SOLUTION END"),
    "start": ("START SOLUTION", "STOP SOLUTION"),
    "more words": ("BEGIN SOLUTION here", "END SOLUTION here"),
    "without a verb": ("SOLUTION", "SOLUTION"),
    "hints misspelt": ("BEGIN HINT", "END HINT"),
}


@pytest.mark.parametrize(("begin", "end"), MISSPELT.values(), ids=MISSPELT)
def test_a_misspelt_pair_is_refused_with_its_line(tmp_path: Path, begin: str, end: str) -> None:
    """Beside a right pair, so that only the spelling can tell: a pair that is overlooked gives the answer away."""
    other = f"def other(x):\n    ### {begin}\n    return 'secret'\n    ### {end}\n"
    with pytest.raises(CourseError, match=r"softmax\.py:2: .*### BEGIN SOLUTION, ### END SOLUTION") as refusal:
        source_of(tmp_path, other + PLAIN)
    assert begin in str(refusal.value)


BEGIN, END, HINTS = "### BEGIN SOLUTION\n", "### END SOLUTION\n", "### BEGIN HINTS\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BEGIN, ":1: BEGIN SOLUTION has no END SOLUTION"),
        (END, ":1: END SOLUTION has no partner"),
        (BEGIN + "x = 1\n" + BEGIN + END + END, ":3: BEGIN SOLUTION has no partner"),
        (BEGIN + HINTS, ":2: BEGIN HINTS has no partner"),
        (BEGIN + "### END HINTS\n", ":2: END HINTS has no partner"),
        (BEGIN + END + END, ":3: END SOLUTION has no partner"),
        ("x = 1\n", "has no ### BEGIN SOLUTION: the starter would give the answer away"),
        (HINTS + "### END HINTS\n", "has no ### BEGIN SOLUTION"),
    ],
    ids=["open", "only end", "nested", "nested hints", "crossed", "end twice", "none", "hints only"],
)
def test_a_marker_without_its_partner_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(CourseError, match=says) as refusal:
        source_of(tmp_path, text)
    assert str(tmp_path / SOLUTION) in str(refusal.value)


def test_a_solution_outside_every_function_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"softmax\.py:3: a solution stands outside every function"):
        source_of(tmp_path, STATEMENT + "x = 1\n" + BEGIN + "y = 2\n" + END).starter()


@pytest.mark.parametrize("text", ["def f(:\n", "x = (1,\n", "def f():\n\tx\n        y\n", "x = '''\n"])
def test_a_solution_that_is_no_python_is_refused_with_its_path(tmp_path: Path, text: str) -> None:
    with pytest.raises(CourseError, match=r"softmax\.py"):
        source_of(tmp_path, PLAIN + text).starter()


@pytest.mark.parametrize("sign", ["\f", "\x1c", "\x85", "\u2028"], ids=ascii)
def test_a_sign_that_only_looks_like_a_line_end_gives_nothing_away(tmp_path: Path, sign: str) -> None:
    starter = source_of(tmp_path, PLAIN.replace("Double it.", f"Double{sign}{sign}{sign} it.")).starter()
    compile(starter, "softmax.py", "exec")
    assert "2 * x" not in starter
    assert "return y" not in starter


def test_a_solution_saved_on_windows_gives_the_same_starter(tmp_path: Path) -> None:
    plain = source_of(tmp_path, PLAIN).starter()
    assert source_of(tmp_path, PLAIN.replace("\n", "\r\n")).starter() == plain
    assert source_of(tmp_path, b"\xef\xbb\xbf" + PLAIN.encode()).starter() == plain


def test_blank_lines_inside_a_string_are_kept(tmp_path: Path) -> None:
    art = "a\n\n\n\n\nb"
    assert art in source_of(tmp_path, PLAIN.replace("Double it.", art)).starter()


def test_a_source_that_is_no_python_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"solutions/week-12/softmax\.py:3: this is no Python: expected ':'\.$"):
        source_of(tmp_path, '"""Double it."""\n\ndef double(x)\n    return 2 * x\n')


def test_a_source_with_a_zero_byte_is_named_with_a_line(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"solutions/week-12/softmax\.py:1: this is no Python: .*null bytes\.$"):
        source_of(tmp_path, PLAIN + "\0")


def test_what_stands_before_the_first_hint_or_has_no_sign_is_no_hint(tmp_path: Path) -> None:
    text = PLAIN.replace("# 1. Twice is\n", "# Three of them:\n\n# 1. Twice is\n\n")
    assert source_of(tmp_path, text).hints() == ["Twice is times two.", "Return it."]


def test_a_source_that_is_not_utf_8_is_told_to_be_saved_so(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"softmax\.py is not UTF-8 \(byte 3\): save it as UTF-8\.$"):
        source_of(tmp_path, '"""\xfcbung."""\n'.encode("latin-1"))
