"""Moodle XML: *Question bank → Import → Moodle XML format*."""

from __future__ import annotations

from fractions import Fraction

from autograder.quiz.exports.decimals import exactly, nearly
from autograder.quiz.exports.exported import Exported
from autograder.quiz.exports.forms import Item, Reply, Stays, Target
from autograder.quiz.exports.markup import Html, titled
from autograder.quiz.exports.plan import plan
from autograder.quiz.question import Bank

TARGET = Target("Moodle XML", frozenset({"one", "many", "number", "short", "order", "essay"}))
TYPES = {
    "one": "multichoice",
    "many": "multichoice",
    "number": "numerical",
    "short": "shortanswer",
    "order": "matching",
    "essay": "essay",
}
SHARES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20)
"""Moodle knows 100 % divided by these, and no other shares."""
HTML = Html()


def export_moodle(bank: Bank, stem: str) -> Exported:
    """The bank as one XML file, each question named by its id, in a category named by the bank's title."""
    planned = plan(bank, TARGET, _question)
    category = f'<question type="category">\n<category>{_text(category_path(bank))}</category>\n</question>'
    text = "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>", category, *planned.entries, "</quiz>\n"])
    return planned.exported({f"{stem}-moodle.xml": text.encode()})


def category_path(bank: Bank) -> str:
    """Where Moodle puts the questions: a slash in a category's name is doubled."""
    return f"$course$/top/{bank.title.replace('/', '//')}"


def _question(item: Item) -> str:
    question = item.question
    lines = [
        f'<question type="{TYPES[item.form]}">',
        f"<name>{_text(question.id)}</name>",
        _html("questiontext", HTML.page(item.prompt) + (HTML.pre(item.code) if item.code else "")),
        _html("generalfeedback", _general(item)),
        f"<defaultgrade>{question.points}</defaultgrade>",
        "<penalty>0</penalty>",
        "<hidden>0</hidden>",
        f"<idnumber>{question.id}</idnumber>",
        *WRITERS[item.form](item),
        f"<tags><tag>{_text(question.topic)}</tag></tags>",
        "</question>",
    ]
    return "\n".join(lines)


def _general(item: Item) -> str:
    """What everybody reads afterwards: the standard answers of an essay, and why the answer is right."""
    answers = [HTML.page(reply.text) for reply in item.right] if item.form == "essay" else []
    return "".join([*answers, HTML.page(item.question.why)])


def _choice(item: Item) -> list[str]:
    shuffled = "false" if item.fixed else "true"
    head = [f"<single>{'true' if item.form == 'one' else 'false'}</single>"]
    head += [f"<shuffleanswers>{shuffled}</shuffleanswers>", "<answernumbering>abc</answernumbering>"]
    shares = shares_of(item)
    return head + [_answer(reply, shares[reply.right], HTML.option(reply.text), True) for reply in item.replies]


def shares_of(item: Item) -> dict[bool, str]:
    """The percentage of a right option, and that of a wrong one, as the bank scores them; raises Stays."""
    right = len(item.right)
    if right not in SHARES:
        raise Stays(f"it has {right} right options, and Moodle has no share of 1/{right}.")
    share = nearly(Fraction(100, right), Fraction(1, 100)) if 100 % right else str(100 // right)
    return {True: share, False: "0" if item.form == "one" else f"-{share}"}


def _number(item: Item) -> list[str]:
    tolerance = exactly(item.question.key.tolerance or Fraction(0))
    answers = [
        _answer(reply, "100" if reply.right else "0", reply.text, False, f"<tolerance>{tolerance}</tolerance>")
        for reply in item.replies
    ]
    return [*answers, "<unitgradingtype>0</unitgradingtype>", "<showunits>3</showunits>"]


def _short(item: Item) -> list[str]:
    answers = [_answer(each, "100" if each.right else "0", no_wildcard(each.text), False) for each in item.replies]
    return [f"<usecase>{int(item.exact_case)}</usecase>", *answers]


def no_wildcard(text: str) -> str:
    """A short answer in which a star is a star."""
    return text.strip().replace("*", r"\*")


def _order(item: Item) -> list[str]:
    pairs = [
        f'<subquestion format="html">{_text(HTML.option(reply.text))}<answer>{_text(str(place))}</answer></subquestion>'
        for place, reply in enumerate(item.replies, 1)
    ]
    return ["<shuffleanswers>true</shuffleanswers>", *pairs]


def _essay(item: Item) -> list[str]:
    fields = {"format": "editor", "required": "1", "fieldlines": "10"}
    return [
        *(f"<response{name}>{value}</response{name}>" for name, value in fields.items()),
        "<attachments>0</attachments>",
        _html("graderinfo", rubric(item)),
        _html("responsetemplate", ""),
    ]


def rubric(item: Item) -> str:
    """The key points, and what to say to wrong answers, for who marks."""
    return titled("Key points:", item.key_points, HTML) + titled("To wrong answers:", item.misconceptions, HTML)


WRITERS = {
    "one": _choice,
    "many": _choice,
    "number": _number,
    "short": _short,
    "order": _order,
    "essay": _essay,
}


def _answer(reply: Reply, share: str, text: str, is_html: bool, more: str = "") -> str:
    kind = "html" if is_html else "moodle_auto_format"
    feedback = _html("feedback", HTML.page(reply.feedback))
    return f'<answer fraction="{share}" format="{kind}">{_text(text)}{feedback}{more}</answer>'


def _html(name: str, text: str) -> str:
    return f'<{name} format="html">{_text(text)}</{name}>'


def _text(text: str) -> str:
    """A text element; markup stands in CDATA, so that it can be read in the file."""
    if not set("<>&") & set(text):
        return f"<text>{text}</text>"
    return f"<text><![CDATA[{text.replace(']]>', ']]]]><![CDATA[>')}]]></text>"
