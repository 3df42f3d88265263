"""A bank of nasty texts: each question holds some, in its prompt, its options and its feedback."""

from __future__ import annotations

import random
from fractions import Fraction

from autograder.quiz.exports import export
from autograder.quiz.question import Bank, ChoiceKey, NumberKey, Option, OrderKey, OutputKey, Question, TermKey, Wrong

FORMULA = r"\frac{QK^\top}{\sqrt{d_k}}"
TWO_LINES = r"\begin{aligned} a &= b \\ c &< d \end{aligned}"
NASTY = {
    "<pad>": "<pad>",
    "a && b": "a && b",
    "x[i] < n": "x[i] < n",
    "{Q, K}": "{Q, K}",
    "w_{ij} = e^{s}: ~1 #keys": "w_{ij} = e^{s}: ~1 #keys",
    "[0, 1]": "[0, 1]",
    "[html] [a](b)": "[html] [a](b)",
    f"${FORMULA}$": f"⟦{FORMULA}⟧",
    f"${TWO_LINES}$": f"⟦{TWO_LINES}⟧",
    "$$x^2$$": "⟦x^2⟧",
    r"$x[0](y)$ and $\nu \neq 3x$": r"⟦x[0](y)⟧ and ⟦\nu \neq 3x⟧",
    r"C:\new\table \( \[ \\": r"C:\new\table \( \[ \\",
    r"\$5 and \$6": "$5 and $6",
    "`a < b` and ``x`y``": "a < b and x`y",
    "**not** this": "not this",
    "__init__ and 2**3 * 4 * 5": "__init__ and 2**3 * 4 * 5",
    "%50% sure": "%50% sure",
    "&lt; &amp; &#35;": "&lt; &amp; &#35;",
    "]]> <!-- no --> <b>": "]]> <!-- no --> <b>",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '"quoted" it\'s -- ...': '"quoted" it\'s -- ...',
    "# head": "# head",
    "- item": "- item",
    "1. first": "1. first",
    "*a) b": "*a) b",
    "... = 5 ____": "... = 5 ____",
    "a -> b => c": "a -> b => c",
    "// :: ->": "// :: ->",
    "{{c1::x}}": "{{c1::x}}",
    "END_COMMENT": "END_COMMENT",
    "| a | b |": "| a | b |",
    "é → √ 🙂 ü": "é → √ 🙂 ü",
    "==": "==",
    "+ more": "+ more",
    r"\num{3} \SI{3}{m}": r"\num{3} \SI{3}{m}",
    "https://example.org/a_b_c?x=1&y=2": "https://example.org/a_b_c?x=1&y=2",
}


def nasty_bank(count: int = 60, seed: int = 0) -> tuple[Bank, dict[str, dict[str, str]]]:
    """Choices of nasty texts; what a reader has to see, by question id and part."""
    draw = random.Random(seed)
    questions, wanted = [], {}
    for at in range(count):
        source, seen = zip(*(_some(draw) for _ in range(7)), strict=True)
        names = ("prompt", "why", "right", "wrong", "other", "wrong-feedback", "other-feedback")
        wanted[f"nasty-{at}"] = dict(zip(names, seen, strict=True))
        questions.append(_choice(f"nasty-{at}", dict(zip(names, source, strict=True)), at % 3 == 0))
    return Bank("nasty", "Nasty <texts> & {all}: a/b", tuple(questions)), wanted


def _some(draw: random.Random) -> tuple[str, str]:
    """One to three nasty texts, with a number that makes them unlike all others."""
    chosen = draw.sample(sorted(NASTY), draw.randint(1, 3))
    number = str(draw.randrange(10**6))
    return " ".join([*chosen, number]), " ".join([*(NASTY[each] for each in chosen), number])


def _choice(name: str, text: dict[str, str], several: bool) -> Question:
    options = (
        Option("wrong", text["wrong"], False, text["wrong-feedback"]),
        Option("right", text["right"], True),
        Option("other", text["other"], several, text["other-feedback"]),
    )
    kind = "several" if several else "choice"
    return Question(name, "nasty", kind, text["prompt"], 1, ChoiceKey(options), text["why"])


def typed(question_id: str, answer: str, wrong: str, kind: str = "term") -> Question:
    """A question whose answer is typed."""
    key = TermKey(answer) if kind == "term" else OutputKey(answer, f"print({answer!r})")
    return Question(question_id, "nasty", kind, "What?", 1, key, "So.", wrong=(Wrong(wrong, "No."),))


def number(question_id: str, value: str, tolerance: str | None, unit: str = "") -> Question:
    key = NumberKey(Fraction(value), Fraction(tolerance) if tolerance else None, unit)
    return Question(question_id, "t", "number", "How much?", 1, key, "So.", wrong=(Wrong("-77", "No."),))


def order(question_id: str, *texts: str) -> Question:
    items = tuple(Option(f"i{at}", text) for at, text in enumerate(texts))
    return Question(question_id, "t", "order", "In which order?", 1, OrderKey(items), "So.")


def bank_of(*questions: Question) -> Bank:
    return Bank("test", "Test", questions)


def only_file(bank: Bank, name: str) -> bytes:
    """What the export writes, for a format of one file."""
    (data,) = export(bank, name).files.values()
    return data


def left_out(bank: Bank, name: str) -> str:
    """The reason why the bank's one question stays."""
    exported = export(bank, name)
    assert (exported.taken, exported.files) == (0, {})
    ((_, reason),) = exported.left_out
    return reason
