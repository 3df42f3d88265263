"""The bank check: each fault it can find, the gates on rubrics, and the course's own banks without a fault."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from quiz.example import EXAMPLE, a_course, example, example_bank

from autograder.course import Course
from autograder.quiz import places
from autograder.quiz.agreement import weighted_kappa
from autograder.quiz.bank import read_bank
from autograder.quiz.check_bank import examine
from autograder.quiz.check_rubric import examine_rubrics, measure, measure_all
from autograder.quiz.labelled import LABELS, load_labelled
from autograder.quiz.proof import prove
from autograder.quiz.table import BankError
from autograder.quiz.transforms import HARMLESS, HOSTILE
from autograder.quiz.verb import run_quiz

COURSE = Course.open()
WEEKS = [week.name for week in COURSE.weeks if places.bank_path(week).is_file()]
TEXT = EXAMPLE.read_text(encoding="utf-8")


def faults(old: str, new: str, count: int = 1) -> str:
    """What the check says of the example bank with one thing changed."""
    assert TEXT.count(old) >= 1, old
    return "\n".join(examine(read_bank(TEXT.replace(old, new, count), "quiz.toml")))


def test_the_example_has_no_fault() -> None:
    assert examine(example_bank()) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (", right = true }", " }", "question divide-by: a choice has exactly one right option; this one has 0"),
        (
            "text = '$d_k$', feedback",
            "text = '$d_k$', right = true, feedback",
            "question divide-by: a choice has exactly one right option; this one has 2",
        ),
        ("text = '$d_k$'", "text = ' $\\SQRT{d_k}$ '", "two options read alike"),
        (', feedback = "That divides too much: the spread grows with the root."', "", "depth is wrong and has no"),
        (
            'text = "the mask", feedback',
            'text = "none of these", feedback',
            "option mask ('none of these') speaks of the others",
        ),
        ('text = "the mask"', 'text = "Both A and C"', "names others by letter"),
        ('tests = "the shape of the scores"\n', "", "question score-shape: tests is missing"),
        ('revisit = "score_shape"\n', "", "question score-shape: revisit is missing"),
        ('why = "The query seeks, the key offers, the value is handed over."\n', "", "what-seeks: why is missing"),
        ('prompt = "What weight', 'prompt = "What $ weight', "a dollar sign is alone"),
        ('companion = "scale-number"', 'companion = "why-scale"', "its companion why-scale is not an exact"),
        ('companion = "scale-number"\n', "", "an open question needs a companion"),
        ("tolerance = 0.000001\n", "", "the key is 0, so it needs an absolute tolerance"),
        ("answer = 0\ntolerance = 0.000001\n", "answer = 0.5\n", "so it needs a tolerance"),
        ("answer = 0\ntolerance = 0.000001\n", "answer = 1\ntolerance = 1\n", "so 0 would be right"),
        ('answer = "-1e9"', 'answer = "1,234"', "the wrong answer '1,234' cannot be read"),
        ('answer = "(7, 5)"', 'answer = "5x7"', "the scorer takes the wrong answer '5x7' as right"),
        ('formula = "score / depth"', 'formula = "score / sqrt(depth) + 0"', "as right, where the key is"),
        ('formula = "score / sqrt(depth)"', 'formula = "score / (depth - 16)"', "has no value where depth = 16"),
        ('wrong = [{ answer = "key", feedback = "The key says what a position offers." }]\n', "", "wrong is missing"),
        ("0.25\n'''\nwhy", "0.2\n'''\nwhy", "its code prints '4.0\\n0.5\\n0.25\\n0.25', which is not the answer"),
        ("    print(weight)", "    print(wait)", "its code fails: NameError"),
    ],
)  # fmt: skip
def test_each_fault_is_found(old: str, new: str, fault: str) -> None:
    assert fault in faults(old, new)


RIGHT = re.compile(r'text = "the (?:queries|keys|values)", right = true')


def test_options_that_are_all_alike_are_no_question() -> None:
    neither = RIGHT.sub('text = "x", feedback = "f"', TEXT, 0)
    assert "question made-from-x: no option is right." in "\n".join(examine(read_bank(neither, "q")))
    assert "question made-from-x: every option is right." in faults(
        'text = "the mask", feedback =', 'text = "the mask", right = true, feedback ='
    )
    beside = 'wrong = [{ answer = "depth", feedback = "f" }]\noptions = [\n    { id = "values", text = \'$'
    assert "question divide-by: wrong belongs to other kinds; give the options their feedback." in faults(
        'options = [\n    { id = "values", text = \'$', beside
    )


def test_code_that_does_not_end_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autograder.quiz.check_bank.SECONDS", 0.2)
    assert "question predict-mix: its code runs for more than 0.2 seconds." in faults(
        "    print(weight)", "    while True: pass"
    )


def test_a_pinned_option_may_speak_of_the_others() -> None:
    assert faults('text = "nothing", feedback', 'text = "none of the above", feedback') == ""


def choices(*places_of_keys: int, long: bool = False) -> str:
    """A bank of choices with three options whose keys stand at these places."""
    text = 'title = "t"\n'
    for number, place in enumerate(places_of_keys):
        options = [f'{{ id = "o{at}", text = "{at}", feedback = "f" }}' for at in range(3)]
        shown = "a very long text" if long else place
        options[place] = f'{{ id = "o{place}", text = "{shown}", right = true }}'
        text += f"""[[question]]\nid = "q{number}"\ntopic = "t"\nkind = "choice"\nprompt = "?"\nwhy = "w"\ntests = "t"
            revisit = "r"\noptions = [{", ".join(options)}]\n"""
    return text


def test_key_positions_are_spread() -> None:
    assert examine(read_bank(choices(0, 1, 2, 0), "q")) == []
    assert "at place 1 in 3 of 4 choices" in examine(read_bank(choices(0, 1, 0, 0), "q"))[0]


def test_the_right_option_is_not_always_the_longest() -> None:
    assert "is the longest in 5 of 5" in examine(read_bank(choices(0, 1, 2, 0, 1, long=True), "q"))[0]


def test_revisit_names_tasks() -> None:
    found = examine(example_bank(), {"week-1/attention", "week-1/score_shape", "week-1/causal_mask"})
    assert [fault.partition("question ")[2] for fault in found] == [
        "made-from-x: revisit names week-20/self_attention, which is no task.",
        "predict-mix: revisit names weighted_values, which is no task.",
    ]


LABELLED = """
[why-scale]
right = [
    "With long keys the dot products of a query become large, and then the softmax is almost one-hot: no learning.",
    "A sum of many terms makes the scores grow. Of such numbers the softmax saturates, so the gradients are almost 0.",
]
other = ["The logits of long vectors are big, which is bad because the softmax is then so peaky that it cannot learn."]
typos = ["With long keys the dot prodcuts of a query become large, and then the sofmtax satuartes and does not learn."]
partial = ["The scores become large.", [1, "The softmax is one-hot."]]
wrong = ["It is the weather.", "They must add up.", "It is faster."]
reversed = ["Dividing makes the softmax saturate.", "Scaling makes it sharp."]
stuffed = ["dot product softmax large saturates scale"]
"""

TOO_GOOD = LABELLED.replace("It is the weather", "Large scores saturate the softmax")
SHORT = """
[why-scale]
right = ["Big logits give a peaky softmax.", "Big scores, peaky softmax.", "The logits grow: a sharp softmax."]
other = ["The softmax of big logits is sharp."]
"""
MISCONCEPTION = 'when = ["scale then saturate"]'


def proven(tmp_path: Path, labelled: str, old: str = "", new: str = "") -> list[str]:
    path = tmp_path / "labelled.toml"
    path.write_text(labelled, encoding="utf-8")
    bank = read_bank(TEXT.replace(old, new, 1) if old else TEXT, "quiz.toml")
    answers = load_labelled(path, bank)
    return examine_rubrics(bank, measure_all(bank, answers), measure_all(bank, []))


def test_a_rubric_that_passes_every_gate(tmp_path: Path) -> None:
    assert proven(tmp_path, LABELLED) == []


@pytest.mark.parametrize(
    ("labelled", "old", "new", "fault"),
    [
        ("", "", "", "it has 0 labelled answers; 12 are the least"),
        ("", "", "", "it has no labelled answer that is right, other, typos, partial, wrong, reversed, stuffed"),
        (LABELLED, '"softmax near saturate without scale", ', "", "is not credited in full"),
        (LABELLED, MISCONCEPTION, 'when = ["large"]', "a right answer was decided wrong"),
        (LABELLED, MISCONCEPTION, 'when = ["large"]', "were decided wrong with letters swapped"),
        (LABELLED, MISCONCEPTION, 'when = ["scale then so then so"]', "no labelled answer meets reversed"),
        (TOO_GOOD, "", "", "a wrong answer got full credit"),
        (SHORT, "", "", "texts that are shuffled got full credit; at most 1/10 may"),
        (LABELLED, "points = 2\nprompt = 'Why are", "points = 3\nprompt = 'Why are", "worth less than its points"),
    ],
)
def test_each_gate_closes(tmp_path: Path, labelled: str, old: str, new: str, fault: str) -> None:
    assert fault in "\n".join(proven(tmp_path, labelled, old, new))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[why-scale", "labelled.toml: "),
        ("[divide-by]", "[divide-by] is not an open question"),
        ("[why-scale]\nrihgt = []", "holds lists called right, other, typos, partial"),
        ("[why-scale]\nright = [3]", "3 should be a text"),
        ('[why-scale]\nright = [[3, "a"]]', "should be a text, or [points up to 2, text]"),
        ('[why-scale]\npartial = [[2, "a"]]', "a partial answer has some but not all"),
    ],
)
def test_faults_of_marked_answers(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(BankError) as error:
        proven(tmp_path, text)
    assert fault in str(error.value)


def test_kappa_against_a_table_by_hand() -> None:
    # a person gives 0, 0, 1, 2, the scorer 0, 1, 1, 2: squares seen 1 / 4, by chance (4 + 8 + 1 + 1 + 4 + 2) / 16
    assert weighted_kappa([(0, 0), (0, 1), (1, 1), (2, 2)]) == Fraction(4, 5)
    assert weighted_kappa([(2, 2), (2, 2)]) is None
    assert weighted_kappa([]) is None


def test_made_texts_are_always_the_same_and_not_the_answer() -> None:
    text = example("why-scale").key.answers[0]
    for change in (*HOSTILE.values(), *HARMLESS.values()):
        assert [change(text, number) for number in range(3)] == [change(text, number) for number in range(3)]
        assert change(text, 1) != text
    assert sorted(HOSTILE["shuffled"]("b a c", 1).split()) == ["a", "b", "c"]


@pytest.mark.parametrize("name", WEEKS)
def test_the_courses_banks_have_no_fault(name: str) -> None:
    assert prove(COURSE, COURSE.week(name)).faults == []


def test_the_command_prints_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    course = a_course(tmp_path)
    path = places.labelled_path(course.week("week-1"), "labelled")
    path.parent.mkdir(parents=True)
    path.write_text(LABELLED, encoding="utf-8")
    assert run_quiz(course=course, check=True) == 1  # its revisits name tasks that this course has not
    shown = capsys.readouterr().out
    assert "week-1 · 9 questions: 1 choice, 1 several, 2 number" in shown
    assert "    why-scale                12    " in shown
    assert "fresh: answers written afterwards, by others: none" in shown
    assert "revisit names score_shape, which is no task." in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 79


def test_measured_labels_cover_all_kinds(tmp_path: Path) -> None:
    path = tmp_path / "l.toml"
    path.write_text(LABELLED, encoding="utf-8")
    measured = measure(example("why-scale"), load_labelled(path, example_bank()))
    assert {answer.label for answer, _ in measured.scored} == set(LABELS)
    assert measured.kappa == 1
