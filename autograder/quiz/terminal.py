"""Asks questions in a terminal or a pipe, scores each at once, and remembers how it went.

Everything is lines of words: no boxes, no colour, nothing that moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date

from autograder.quiz import feedback
from autograder.quiz.asking import Stop, read_reply, self_marked, shown, shuffled
from autograder.quiz.leitner import due_on
from autograder.quiz.paper import count, wrapped
from autograder.quiz.progress import Progress
from autograder.quiz.question import Question
from autograder.quiz.score import NOT_YET, UNREADABLE, UNSURE, Score, UnreadableAnswer, unreadable
from autograder.quiz.scorer import score
from autograder.quiz.variants import for_student

INTRO = "An empty answer skips a question; q ends. What you have answered is kept."


@dataclass(frozen=True)
class Asked:
    """A question of a week."""

    week: str
    question: Question

    @property
    def key(self) -> str:
        """What progress calls it."""
        return f"{self.week}/{self.question.id}"


@dataclass
class Sitting:
    """One round of questions."""

    progress: Progress
    today: date
    student: str = ""
    read: Callable[[str], str] = input
    tell: Callable[[str], None] = print
    scores: list[Score] = field(default_factory=list)

    def ask_all(self, questions: list[Asked]) -> None:
        """Asks one after the other until all are asked or the learner stops; then says how it went."""
        self._tell_all(self.progress.told())
        self.tell(wrapped(INTRO))
        try:
            for number, asked in enumerate(questions, 1):
                self._ask(asked, f"{number} of {len(questions)}")
        except (EOFError, KeyboardInterrupt):
            self.tell("\nStopped.")
        except Stop as stop:
            self.tell(f"\nStopped. {stop}".rstrip())
        self._tell_all([*self.progress.told(), *self._summary()])

    def _tell_all(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self.tell(wrapped(sentence))

    def _ask(self, asked: Asked, place: str) -> None:
        card = self.progress.cards.get(asked.key)
        tries = card.tries if card else 0
        question = for_student(asked.question, self.student or f"practice {tries}")
        options = shuffled(question, f"{self.student}/{tries}")
        self.tell(f"\n{place} · {asked.key} · {question.kind} · {count(question.points, 'point')}")
        self.tell(shown(question, options))
        result = self._answer(question, options)
        if result is None:
            self.tell("Skipped.")
            return
        self._explain(asked, question, result)

    def _answer(self, question: Question, options: tuple) -> Score | None:
        """Asks until the answer can be read; None if there is none."""
        while True:
            try:
                reply = read_reply(question, options, self.read)
                result = score(question, reply) if reply.strip() else None
            except UnreadableAnswer as error:
                result = unreadable(question, str(error))
            if result is None or result.outcome != UNREADABLE:
                return result
            self.tell(feedback.verdict(result))

    def _explain(self, asked: Asked, question: Question, result: Score) -> None:
        """Says what came of the answer, and notes it before the next question is asked."""
        self.tell(feedback.verdict(result))
        for line in feedback.reasons(result):
            self.tell(line)
        self.tell(feedback.standard(question))
        try:
            if result.outcome == UNSURE or _is_part(result):
                result = self._self_marked(question, result)
        finally:  # whoever stops here has answered all the same
            self._note(asked, question, result)

    def _note(self, asked: Asked, question: Question, result: Score) -> None:
        self.scores.append(result)
        card = self.progress.record(asked.key, result.points == question.points, self.today)
        if result.points < question.points and (see := feedback.where_to_see(question, asked.week)):
            self.tell(see)
        self.tell(_comes_back((due_on(card) - self.today).days))

    def _self_marked(self, question: Question, result: Score) -> Score:
        """The learner's own mark where the scorer can't tell, or may have missed a key point in other words."""
        points = (*result.found, *result.missing)
        sure = range(1, len(result.found) + 1) if _is_part(result) else ()
        said = self_marked(len(points), self.read).union(sure)
        worth = min(question.points, sum(points[number - 1].worth for number in said))
        self.tell(f"Marked by yourself: {worth} of {count(question.points, 'point')}.")
        return replace(result, points=worth)

    def _summary(self) -> list[str]:
        exact = [each for each in self.scores if each.counts]
        own_words = [each for each in self.scores if not each.counts]
        lines = []
        if exact:
            lines.append(f"Scored: {_sum(exact)}.")
        if own_words:
            lines.append(f"In your own words, for study only: {_sum(own_words)}.")
        return lines or ["Nothing was answered."]


def _is_part(score: Score) -> bool:
    """Whether some key points of an open answer were found, and nothing speaks against it."""
    return not score.counts and score.outcome == NOT_YET and score.points > 0


def _sum(scores: list[Score]) -> str:
    return f"{sum(each.points for each in scores)} of {count(sum(each.max_points for each in scores), 'point')}"


def _comes_back(days: int) -> str:
    return f"It comes back in {count(days, 'day')}." if days else "It comes back next time."
