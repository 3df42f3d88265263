r"""Reads a question bank, ``self_checks/<week>/quiz.toml``; a fault is a sentence with the file and the question.

**The format.** UTF-8, with or without a byte-order mark. LaTeX stands in literal strings ('single quotes'), which need
no escapes. ``tests/quiz/example.toml`` has one question of each kind. At the top::

    title = "Week 12 · Attention and Transformers"

    [words]                      # word lists that several open questions share (see below)
    softmax = ["softmax", "weights"]

Then the questions. Keys that every kind has; those with a * must be there::

    [[question]]
    id = "why-scale"             # * small letters, digits, hyphens; never changed, since progress and files name it
    topic = "equation"           # * what it belongs to; two questions on one topic share the word
    kind = "choice"              # * choice, several, number, shape, output, term, order, open
    prompt = 'Why $\sqrt{d_k}$?' # * Markdown, LaTeX between dollar signs
    points = 1                   #   a whole number, 1 if it is left out
    why = "..."                  # * for all kinds but open: why the answer is right; shown after each try
    tests = "..."                # * what this question finds out
    revisit = "attention"        # * the task that lets one see it; or a list of tasks; "week-12/softmax" names a week
    companion = "scale-number"   #   an open question names its exactly scored companion (* for open)

The kinds, and the key of each::

    choice, several   options = [                       # in the file's order; shown shuffled, scored by id
                        { id = "sqrt", text = '$\sqrt{d_k}$', right = true },
                        { id = "none", text = "none of these", feedback = "Look at ...", pin = true },  # stays in place
                      ]                                 # every wrong option has feedback
    number            answer = 0.665     tolerance = 0.001      unit = "points"
                      # the tolerance is absolute; without it the number must be exact; a key of 0 must state it
    shape             answer = [5, 7]                   # [] is a 0-d tensor
    output            code = '''print(1)'''  answer = "1"       # exact, but for blanks at the end of a line
    term              answer = "query"   synonyms = ["query vector"]
    order             items = [ { id = "scores", text = "..." }, ... ]        # in the right order; shown shuffled
    open              answer = "..."     answers = ["...", "..."]             # standard answers; then a rubric, below

Wrong answers that people give to number, shape, output, term and order (at least one a question)::

    wrong = [ { answer = "8", feedback = "That is d_k itself: take its square root." } ]

A number may differ from student to student. ``{{d}}`` in prompt, why and feedback is replaced; the formula knows
``+ - * / **``, sqrt, exp, ln, abs, min, max, and the names; ``answer`` is left out. A wrong answer may be a formula::

    variants = { d = [16, 25, 36], k = { from = 2, to = 5, step = 0.5 } }
    formula = "k / sqrt(d)"
    wrong = [ { formula = "k / d", feedback = "You divided by {{d}} itself." } ]

**Rubrics.** An open question is read by word lists (slots) and short patterns of slots::

    [question.words]             # these win over the bank's [words] of the same name
    product = ["dot product", "score*", "logit", "QK^T"]
    large = ["large", "big", "grow", "increase"]
    depth = ["d_k", "dimension", "long .. vector"]

    [[question.claim]]           # a key point; the points of an answer are the worth of its key points, up to `points`
    id = "grows"
    says = "the dot products grow with the length of the keys"      # as a learner reads it
    when = ["product large depth", "depth then large"]              # any one of these patterns
    worth = 1                    # 1 if left out

    [[question.misconception]]
    id = "reversed"
    feedback = "It is the other way round: ..."
    when = ["scale then makes then saturate without because"]
    fatal = true                 # 0 points even beside a key point; without it, such an answer is "I can't tell"

Write the patterns of a fatal misconception narrowly and try right answers on them: "scale then saturate" would also
meet "we scale because large scores saturate the softmax".

Words match in any ordinary ending (grow, grows, growing), with the small typos of long words, without regard to case,
hyphens and articles. ``score*`` is any word that begins so, ``long .. vector`` leaves room for up to three words.
Formulas meet as words: ``\sqrt{d_k}``, ``sqrt(dk)`` and "square root of d_k" are all ``sqrt d_k``; arrows are "so",
``<`` and ``>`` are "less than" and "more than", ``<pad>`` is the word pad.

A pattern is slots with blanks between them; all must be in one sentence (closer: ``scope = "clause"``, wider:
``"answer"``), within 12 words (``window = 20`` is another limit, 0 is none; articles are not counted), in any order::

    product large          both are there, neither is denied
    not product            it is there, and denied ("not", "without", "prevents", "keeps from" ...)
    maybe product          it is there, denied or not
    product then large     in this order
    product near large     in any order, at most three words between them
    query then seek without key      no "key" between the first and the last of them
    product|logit          either

Slots that every bank knows: ``because`` (because, since, due to ...), ``so`` (so, therefore, leads to, arrows ...) and
``and`` (and, but, while, whereas, or).

The answers that prove a rubric stand in ``tests/quiz/labelled/<week>.toml`` (written with it, at least twelve each)
and ``tests/quiz/fresh/<week>.toml`` (written by others who saw only the question)::

    [why-scale]
    right = ["...", "..."]       # full points; likewise `other` (other wording) and `typos`
    partial = ["...", [2, "..."]]     # 1 point, or the points before the text
    wrong = ["..."]              # 0 points; likewise `reversed` and `stuffed`
"""

from __future__ import annotations

import hashlib
import tomllib
from decimal import Decimal
from pathlib import Path

from autograder.quiz.formula import FormulaError, check_formula
from autograder.quiz.keys import READERS
from autograder.quiz.question import KINDS, Bank, Question, Wrong
from autograder.quiz.rubric_table import read_rubric, read_words
from autograder.quiz.table import BankError, Table, distinct, said


def load_bank(path: Path) -> Bank:
    """The bank in that file; raises BankError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BankError(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8.") from error
    except OSError as error:
        raise BankError(f"{path} cannot be read: {error.strerror}.") from error
    return read_bank(text, str(path))


def read_bank(text: str, name: str) -> Bank:
    """The bank that a TOML text describes; ``name`` is what messages call it; raises BankError."""
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"), parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BankError(f"{name} is not TOML: {error}.") from error
    top = Table(data, name)
    title, words = top.text("title"), read_words(top.table("words"))
    questions = tuple(_question(table, words, name) for table in top.tables("question"))
    top.finish()
    if not questions:
        raise BankError(f"{name} has no questions; add a [[question]].")
    if twice := distinct(question.id for question in questions):
        raise BankError(f"{name}: two questions have the id {twice}.")
    return Bank(name, title, questions, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())


def _question(table: Table, words: dict[str, tuple[str, ...]], name: str) -> Question:
    question_id = table.id()
    table.where = f"{name}: question {question_id}"
    kind = table.text("kind")
    if kind not in KINDS:
        raise table.fault(f"the kind {said(kind)} is unknown; the kinds are {', '.join(KINDS)}.")
    question = Question(
        id=question_id,
        topic=table.text("topic"),
        kind=kind,
        prompt=table.text("prompt"),
        points=table.whole("points", 1, least=1),
        key=read_rubric(table, words) if kind == "open" else READERS[kind](table),
        why=table.text("why", ""),
        tests=table.text("tests", ""),
        revisit=table.texts("revisit", single=True),
        companion=table.text("companion", ""),
        wrong=tuple(_wrong(each) for each in table.tables("wrong")),
    )
    _check_formulas(question, table)
    table.finish()
    return question


def _check_formulas(question: Question, table: Table) -> None:
    """The formulas of wrong answers use the names of the question's variants."""
    variants = getattr(question.key, "variants", None)
    names = {name for name, _ in variants.values} if variants else set()
    for wrong in question.wrong:
        if wrong.formula:
            try:
                check_formula(wrong.answer, names)
            except FormulaError as error:
                raise table.fault(f"the wrong answer {wrong.answer}: {error}") from error


def _wrong(table: Table) -> Wrong:
    formula = table.text("formula", "")
    wrong = Wrong(formula or _shown(table.take("answer")), table.text("feedback"), bool(formula))
    table.finish()
    if not wrong.answer:
        raise table.fault("answer (or, beside variants, formula) is missing.")
    return wrong


def _shown(value: object) -> str:
    """An answer as a learner would type it."""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)
