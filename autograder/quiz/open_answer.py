"""An open answer, read against its rubric. Three outcomes: credited, not yet, and "I can't tell".

Nothing is wrong merely because nothing was recognised: 0 points come from an empty answer, from "I don't know", and
from a misconception that was met. Whatever looks odd, or says both, is the learner's to mark (``unsure``).
"""

from __future__ import annotations

from autograder.quiz import guards
from autograder.quiz.clauses import Reading, read_answer
from autograder.quiz.question import Claim, Question
from autograder.quiz.rubric import Found, findings
from autograder.quiz.score import CREDITED, NOT_YET, UNSURE, KeyPoint, Met, Score

LONGEST = 4000
"""Characters; a longer text is not looked at."""
SELF_MARK = "Mark yourself against the key points."


def score_open(question: Question, answer: str) -> Score:
    """Scores an open answer; its points are a suggestion, and never count by themselves."""
    if len(answer) > LONGEST:
        return _unsure(question, f"your answer is longer than {LONGEST} characters, so it was not read")
    reading = read_answer(answer)
    if not reading.words or guards.is_do_not_know(reading):
        said = "No key point was found in it." if reading.words else "Nothing was answered."
        return _score(question, NOT_YET, 0, said)
    if guards.is_long(reading):
        return _unsure(question, f"your answer has more than {guards.LONGEST_WORDS} words")
    return _judged(question, reading)


def _judged(question: Question, reading: Reading) -> Score:
    claims, met = _own(findings(question.key, reading), guards.copied(reading, question.prompt))
    reporting = guards.reporting_sentences(reading) | guards.denied_sentences(reading)
    held = [each for each in met if _sentence(reading, each) not in reporting]
    theirs = [each for each in met if each.rule.fatal or each not in held]
    claims = [each for each in claims if not _within(each, theirs)]
    parts = (_points(question, reading, claims), _met(reading, held))
    doubt = guards.suspicion(reading) or _denial(reading, claims, held)
    if doubt:
        return _unsure(question, doubt, *parts)
    if held and (not claims or any(each.rule.fatal for each in held)):
        return _score(question, NOT_YET, 0, " ".join(each.rule.feedback for each in held), *parts)
    if held:
        return _unsure(question, "your answer has a key point, and something that does not go with it", *parts)
    if not claims:
        return _unsure(question, "I did not recognise your words, which does not make them wrong", *parts)
    return _sum(question, claims, *parts)


def _sum(question: Question, claims: list[Found], points: tuple, met: tuple) -> Score:
    total = min(question.points, sum(found.rule.worth for found in claims))
    if total == question.points:
        return _score(question, CREDITED, total, "", points, met)
    message = "Not all key points were found. You may have said the others in words that I do not know."
    return _score(question, NOT_YET, total, message, points, met)


def _denial(reading: Reading, claims: list[Found], held: list[Found]) -> str:
    denied = guards.denied_sentences(reading)
    if claims + held and guards.takes_back(reading):
        return "a part of your answer seems to take back the rest"
    first = reading.words[0].sentence  # a denial there may be meant for all that follows
    if claims and (first in denied or any(_sentence(reading, each) in denied for each in claims)):
        return "your answer seems to deny what it says"
    return ""


def _own(found: tuple[list[Found], ...], copied: frozenset[int]) -> tuple[list[Found], ...]:
    """What is said in the learner's own words, and not in those of the prompt."""
    return tuple([each for each in listed if not copied.issuperset(range(each.start, each.end))] for listed in found)


def _within(claim: Found, met: list[Found]) -> bool:
    """Whether the words of the key point are a misconception's."""
    return any(each.start <= claim.start and claim.end <= each.end for each in met)


def _sentence(reading: Reading, found: Found) -> int:
    return reading.words[found.start].sentence


def _points(question: Question, reading: Reading, claims: list[Found]) -> tuple[KeyPoint, ...]:
    """Every key point of the rubric, with the quoted words of those that were found."""
    quotes = {found.rule.id: reading.quote(found.start, found.end) for found in claims}
    return tuple(_key_point(claim, quotes.get(claim.id, "")) for claim in question.key.claims)


def _key_point(claim: Claim, quote: str = "") -> KeyPoint:
    return KeyPoint(claim.id, claim.says, claim.worth, quote)


def _met(reading: Reading, met: list[Found]) -> tuple[Met, ...]:
    return tuple(Met(each.rule.id, reading.quote(each.start, each.end), each.rule.feedback) for each in met)


def _unsure(question: Question, doubt: str, points: tuple[KeyPoint, ...] = (), met: tuple[Met, ...] = ()) -> Score:
    return _score(question, UNSURE, 0, f"I can't tell: {doubt}. {SELF_MARK}", points, met)


def _score(
    question: Question,
    outcome: str,
    points: int,
    message: str,
    key_points: tuple[KeyPoint, ...] = (),
    met: tuple[Met, ...] = (),
) -> Score:
    key_points = key_points or tuple(map(_key_point, question.key.claims))
    found = tuple(point for point in key_points if point.quote)
    missing = tuple(point for point in key_points if not point.quote)
    return Score(question.id, outcome, points, question.points, False, message, found, missing, met)
