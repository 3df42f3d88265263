"""What a question is once its bank has been read: frozen data, one key type for each way of being right."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

EXACT_KINDS = ("choice", "several", "number", "shape", "output", "term", "order")
"""The kinds that can be decided, and may count."""
KINDS = (*EXACT_KINDS, "open")
WINDOW = 12
"""A key point is said within so many words, articles aside, unless its rule says otherwise."""


@dataclass(frozen=True)
class Option:
    """One option of a choice, or one item of an order; scored by ``id``, never by its place."""

    id: str
    text: str
    right: bool = False
    feedback: str = ""
    pin: bool = False


@dataclass(frozen=True)
class ChoiceKey:
    """Options of which one (``choice``) or any number (``several``) is right."""

    options: tuple[Option, ...]

    @property
    def right(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if option.right)

    @property
    def wrong(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if not option.right)


@dataclass(frozen=True)
class Variants:
    """Numbers that differ from student to student: the values each name may take, and the key's formula."""

    values: tuple[tuple[str, tuple[Decimal, ...]], ...]
    formula: str


@dataclass(frozen=True)
class NumberKey:
    """A number that is right within an absolute tolerance; with ``variants`` its value is worked out a student."""

    value: Fraction | None
    tolerance: Fraction | None
    unit: str = ""
    variants: Variants | None = None


@dataclass(frozen=True)
class ShapeKey:
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class OutputKey:
    """What ``code`` prints."""

    text: str
    code: str


@dataclass(frozen=True)
class TermKey:
    term: str
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrderKey:
    """The items in their right order."""

    items: tuple[Option, ...]


@dataclass(frozen=True)
class Claim:
    """One key point: what it says to a person, what it is worth, and the patterns of words that say it."""

    id: str
    says: str
    when: tuple[str, ...]
    worth: int = 1
    scope: str = "sentence"
    window: int = WINDOW


@dataclass(frozen=True)
class Misconception:
    """Something wrong that people say: the sentence that answers it, and the patterns that give it away."""

    id: str
    feedback: str
    when: tuple[str, ...]
    fatal: bool = False
    scope: str = "sentence"
    window: int = WINDOW


@dataclass(frozen=True)
class Rubric:
    """How an open answer is read: standard answers, word lists, key points, misconceptions."""

    answers: tuple[str, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...]
    claims: tuple[Claim, ...]
    misconceptions: tuple[Misconception, ...] = ()


Key = ChoiceKey | NumberKey | ShapeKey | OutputKey | TermKey | OrderKey | Rubric


@dataclass(frozen=True)
class Wrong:
    """A wrong answer that is expected, and what to say to it."""

    answer: str
    feedback: str
    formula: bool = False


@dataclass(frozen=True)
class Question:
    """One question of a bank."""

    id: str
    topic: str
    kind: str
    prompt: str
    points: int
    key: Key
    why: str = ""
    tests: str = ""
    revisit: tuple[str, ...] = ()
    companion: str = ""
    wrong: tuple[Wrong, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether its points may count without a person who confirms them."""
        return self.kind in EXACT_KINDS

    @property
    def options(self) -> tuple[Option, ...]:
        """What is offered to choose from or to put in order; () for the other kinds."""
        return getattr(self.key, "options", ()) or getattr(self.key, "items", ())

    def feedback_on(self, option_id: str) -> str:
        """What the bank says to one option."""
        return next((option.feedback for option in self.options if option.id == option_id), "")


@dataclass(frozen=True)
class Bank:
    """The questions of a week, in the order of the file."""

    name: str
    title: str
    questions: tuple[Question, ...]
    content: str = ""
    """sha256 of the text that was read."""

    @property
    def as_asked(self) -> tuple[Question, ...]:
        """The questions topic by topic; those for one's own words come behind the others of their topic."""
        topics = list(dict.fromkeys(each.topic for each in self.questions))
        return tuple(sorted(self.questions, key=lambda each: (topics.index(each.topic), each.kind == "open")))

    def question(self, question_id: str) -> Question | None:
        return next((each for each in self.questions if each.id == question_id), None)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(question.id for question in self.questions)
