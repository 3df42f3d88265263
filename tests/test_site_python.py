"""The page's Python under Node: the same scores as in the terminal, the same output as on any machine."""

from __future__ import annotations

import json
import runpy
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from site_support import built, node

from autograder.authoring.site_examples import examples, recorded
from autograder.course import HOME, Course
from autograder.quiz.exact import standard_answer
from autograder.quiz.labelled import load_labelled
from autograder.quiz.leitner import WAITS, Card, after, due, due_on, is_due
from autograder.quiz.places import banks, labelled_path
from autograder.quiz.progress import Progress
from autograder.quiz.scorer import score
from autograder.quiz.variants import for_student

SNIPPET = runpy.run_path(str(HOME / "site" / "python" / "snippet.py"))
LOAD = """
    const { loadPyodide } = await import(`${given[0]}/npm/node_modules/pyodide/pyodide.mjs`);
    const { prepare } = await import(`${js}/python-core.js`);
    const { readFile } = await import("node:fs/promises");
    const read = (name) => readFile(new URL(`${given[0]}/site/${name}`), "utf-8");
    const pyodide = await loadPyodide();
    pyodide.setStdin({ error: true });
    const python = await prepare(pyodide, read, JSON.parse(await read("python/files.json")));
    const scores = [], runs = [];
    for (const [week, question, answer, student] of given[1]) {
      scores.push((await python.score({ week, question, answer, student })).score);
    }
    for (const [source, expected] of given[2]) runs.push(await python.run({ source, expected }));
    return { scores, runs };
"""
DAY = date(2026, 3, 1)
PROGRAMS = (
    "print('a', end='')",
    "print('x')",
    "import math; math.tau = 6; print(math.tau)",
    "name = 1",
    "print('name' in globals())",
    "input('?')",
    "import numpy",
    "print(1)\nprint(1 / 0)",
    "def f(:",
    "raise SystemExit",
    "import sys; print('to the other stream', file=sys.stderr)",
    "while True: print('again and again')",
    "import random; random.seed(0); print(random.random())",
    "print('é ᵀ √ 漢')",
)
"""One after the other in one Python: what one leaves behind must not show in the next."""


def asked(course: Course) -> list[tuple[str, str, str, str]]:
    """Every labelled answer, and to every question its standard answer, its known wrong ones, and nonsense."""
    found = []
    for week in course.weeks:
        bank = banks(course)[week.name]
        for which in ("labelled", "fresh"):
            found += [
                (week.name, each.question, each.text, "") for each in load_labelled(labelled_path(week, which), bank)
            ]
        for question in bank.questions:
            for student in ("practice 0", "practice 3"):
                drawn = for_student(question, student)
                answers = [standard_answer(drawn), *(wrong.answer for wrong in drawn.wrong), "?!", "x" * 5000]
                found += [(week.name, question.id, answer, student) for answer in answers]
    return found


@pytest.fixture(scope="module")
def ran(course: Course) -> dict[str, Any]:
    """All answers scored and all programs run, in one Pyodide."""
    programs = [(example["code"], recorded(example)) for example in examples()] + [(text, "") for text in PROGRAMS]
    return node(LOAD, built().as_uri(), asked(course), programs)


def test_every_score_is_the_terminal_s(course: Course, ran: dict[str, Any]) -> None:
    given, bank = asked(course), banks(course)
    assert len(given) == len(ran["scores"]) > 300
    for (week, name, answer, student), got in zip(given, ran["scores"], strict=True):
        expected = score(bank[week].question(name), answer, student).as_dict()
        assert got == json.loads(json.dumps(expected)), (week, name, answer)


def test_every_program_prints_the_same_as_here(ran: dict[str, Any]) -> None:
    for example, got in zip(examples(), ran["runs"], strict=False):
        assert got["printed"] == recorded(example) and got["error"] == "", example["id"]
        assert got["verdict"]["outcome"] == "credited", example["id"]


def test_one_program_leaves_nothing_to_the_next_and_errors_are_sentences(ran: dict[str, Any]) -> None:
    got = dict(zip(PROGRAMS, ran["runs"][len(examples()) :], strict=True))
    for program in set(PROGRAMS) - {"import numpy"}:  # which is here
        assert {name: got[program][name] for name in ("printed", "error")} == SNIPPET["run"](program), program
    said = {program: each["error"] for program, each in got.items()}
    assert got[PROGRAMS[0]]["printed"] == "a" and got[PROGRAMS[1]]["printed"] == "x\n"
    assert got[PROGRAMS[4]]["printed"] == "False\n"
    assert said["input('?')"].startswith("Line 1: RuntimeError: This page has no keyboard input")
    assert said["import numpy"].startswith("numpy is not in this page")
    assert said["print(1)\nprint(1 / 0)"] == "Line 2: ZeroDivisionError: division by zero"
    assert said["raise SystemExit"] == "" and "SyntaxError" in said["def f(:"]
    endless = got["while True: print('again and again')"]
    assert endless["error"] == "Stopped: more than 20000 characters were printed." and len(endless["printed"]) == 20_000


def test_a_prediction_is_compared_as_in_the_quiz(ran: dict[str, Any]) -> None:
    assert all(each["verdict"] is None for each in ran["runs"][len(examples()) :])  # nothing was predicted


def test_a_module_of_python_that_the_page_lacks_has_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    result = SNIPPET["run"]("raise ModuleNotFoundError('no', name='tkinter')")
    assert (
        result["error"] == "tkinter is part of Python, but it is not in this page. Run the program on your own machine."
    )


CARDS = [None, *(Card(box, DAY - timedelta(days=back), 4, 2) for box in range(1, 6) for back in (-1, 0, 1, 3, 7, 21))]


def as_json(card: Card | None) -> dict | None:
    return card and {**vars(card), "last": card.last.isoformat()}


def test_a_question_comes_back_when_the_terminal_says_so() -> None:
    script = """
        const { after, dueOn, isDue, WAITS } = await import(`${js}/cards.js`);
        const [cards, day] = given;
        const all = cards.map((card) => [true, false].map((right) => after(card, right, day)));
        return { all, due: cards.map((card) => isDue(card, day)), on: cards.filter(Boolean).map(dueOn), WAITS };
    """
    got = node(script, [as_json(card) for card in CARDS], DAY.isoformat())
    assert got["all"] == [[as_json(after(card, right, DAY)) for right in (True, False)] for card in CARDS]
    assert got["due"] == [is_due(card, DAY) for card in CARDS]
    assert got["on"] == [due_on(card).isoformat() for card in CARDS if card]
    assert tuple(got["WAITS"]) == WAITS


def test_what_is_due_comes_in_the_terminal_s_order() -> None:
    cards = {f"q{number}": card for number, card in enumerate(CARDS) if card}
    keys = [*cards, "new", "newer"]
    script = "const { due } = await import(`${js}/cards.js`); return due(...given);"
    assert node(script, keys, {key: as_json(card) for key, card in cards.items()}, DAY.isoformat()) == due(
        keys, cards, DAY
    )


def test_the_file_of_the_page_is_the_file_of_the_terminal(tmp_path: Path) -> None:
    progress = Progress(tmp_path / "progress.json")
    for key, right in (("week-20/b", False), ("week-12/a", True), ("week-12/a", True)):
        progress.record(key, right, DAY)
    text = progress.path.read_text(encoding="utf-8")
    script = "const { readCards, writeCards } = await import(`${js}/cards.js`); return writeCards(readCards(given[0]));"
    assert node(script, text) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "it is not JSON"),
        ("[]", "it is not quiz-progress/v1"),
        ('{"schema": "quiz-progress/v1", "questions": null}', "it is not quiz-progress/v1"),
        ('{"schema": "quiz-progress/v1", "questions": {"a": {"box": 9}}}', "a card in it cannot be read"),
        (
            '{"schema": "quiz-progress/v1", "questions": {"a": {"box": 1, "last": "soon", "tries": 1, "right": 0}}}',
            "a card in it cannot be read",
        ),
    ],
)
def test_a_file_that_is_no_progress_is_refused_in_words(text: str, said: str) -> None:
    script = """
        const { readCards } = await import(`${js}/cards.js`);
        try { readCards(given[0]); return "read"; } catch (error) { return error.message; }
    """
    assert node(script, text) == said


def test_of_two_files_the_later_answer_is_kept() -> None:
    script = "const { merged } = await import(`${js}/cards.js`); return merged(...given);"
    old, new, busy = Card(1, DAY, 1, 0), Card(2, DAY + timedelta(days=1), 2, 1), Card(1, DAY, 5, 0)
    mine = {"a": as_json(old), "b": as_json(new), "c": as_json(old), "mine": as_json(old)}
    theirs = {"a": as_json(new), "b": as_json(old), "c": as_json(busy), "theirs": as_json(new)}
    got = node(script, mine, theirs)
    assert got == {
        "a": as_json(new),
        "b": as_json(new),
        "c": as_json(busy),
        "mine": as_json(old),
        "theirs": as_json(new),
    }
