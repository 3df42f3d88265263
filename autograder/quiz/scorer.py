"""The one front door of the scorer: a question and an answer in, a score with its reasons out.

Pure standard library and deterministic: the same code, unchanged, scores in the terminal, for a class and in the page.

>>> from autograder.quiz.bank import read_bank
>>> bank = read_bank(EXAMPLE, "example")
>>> score(bank.questions[0], "4 x 5").outcome
'credited'
"""

from __future__ import annotations

from autograder.quiz.exact import score_exact
from autograder.quiz.open_answer import score_open
from autograder.quiz.question import Question
from autograder.quiz.score import Score
from autograder.quiz.variants import for_student

EXAMPLE = """
title = "An example"

[[question]]
id = "shape"
topic = "shapes"
kind = "shape"
prompt = "Four rows of five: what shape?"
answer = [4, 5]
"""


def score(question: Question, answer: str, student: str = "") -> Score:
    """Scores one answer; ``student`` draws the numbers of a question that has variants."""
    if question.kind == "open":
        return score_open(question, answer)
    return score_exact(for_student(question, student), answer)
