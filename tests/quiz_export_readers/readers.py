"""Readers of each format that are not the exporter's own: they give a list of Seen."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from functools import cache
from html import escape
from pathlib import Path

import pytest
from quiz_export_readers.seen import Seen, shown, squeezed

NO_NODE = "gift-pegjs reads GIFT and could not be installed: Node 20 and npm are needed for this test."
HERE = Path(__file__).resolve().parent
KINDS = {
    "multichoice": "choice",
    "numerical": "number",
    "shortanswer": "short",
    "matching": "order",
    "essay": "essay",
    "MC": "choice",
    "Numerical": "number",
    "Short": "short",
    "Matching": "order",
    "Essay": "essay",
    "multiple_choice_question": "choice",
    "true_false_question": "choice",
    "multiple_answers_question": "choice",
    "numerical_question": "number",
    "short_answer_question": "short",
    "essay_question": "essay",
    "multiple_choice": "choice",
    "many_choice": "choice",
    "numeric": "number",
    "string": "short",
}


def read_moodle(data: bytes) -> list[Seen]:
    """By the rules of Moodle's importer: texts are trimmed, a star in a short answer stands for anything."""
    return [_moodle(each) for each in ET.fromstring(data).findall("question") if each.get("type") != "category"]


def _moodle(node: ET.Element) -> Seen:
    def html(name: str) -> str:
        return shown(node.findtext(f"{name}/text") or "")

    kind = KINDS[node.get("type")]
    read = shown if kind == "choice" else lambda text: text.replace(r"\*", "*").strip()
    replies = [
        (
            read(each.findtext("text") or ""),
            float(each.get("fraction")) / 100,
            shown(each.findtext("feedback/text") or ""),
        )
        for each in node.findall("answer")
    ]
    replies += [
        (shown(each.findtext("text") or ""), float(each.findtext("answer/text")), "")
        for each in node.findall("subquestion")
    ]
    tolerance = [float(each.text) for each in node.findall("answer/tolerance")]
    points = int(node.findtext("defaultgrade"))
    name = node.findtext("name/text")
    return Seen(
        name, kind, html("questiontext"), replies, html("generalfeedback"), points, tolerance, html("graderinfo")
    )


@cache
def gift_folder() -> tempfile.TemporaryDirectory | None:
    """A folder with gift-pegjs as the lock file has it; None where it cannot be installed."""
    folder, npm = tempfile.TemporaryDirectory(), shutil.which("npm")
    for name in ("package.json", "package-lock.json", "read_gift.js"):
        shutil.copy(HERE / name, folder.name)
    command = [npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    if not npm or not shutil.which("node"):
        return None
    done = subprocess.run(command, cwd=folder.name, capture_output=True, check=False)
    return None if done.returncode else folder


def read_gift(data: bytes) -> list[Seen]:
    """With gift-pegjs; where it cannot be had, a failure in CI and a skip elsewhere."""
    folder = gift_folder()
    if folder is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(NO_NODE)
    done = subprocess.run(["node", "read_gift.js"], input=data, capture_output=True, cwd=folder.name, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return [_gift(each) for each in json.loads(done.stdout) if each["type"] != "Category"]


def _gift(entry: dict) -> Seen:
    kind = KINDS[entry["type"]]
    assert entry["stem"]["format"] == "html"
    assert not entry["hasEmbeddedAnswers"]
    replies = [_gift_choice(kind, each) for each in entry.get("choices", [])]
    replies += [
        (shown(each["subquestion"]["text"]), float(each["subanswer"]), "") for each in entry.get("matchPairs", [])
    ]
    tolerance = [each["text"].get("range", 0.0) for each in entry.get("choices", []) if kind == "number"]
    general = shown((entry.get("globalFeedback") or {"text": ""})["text"])
    assert entry["id"] == entry["title"]
    return Seen(entry["title"], kind, shown(entry["stem"]["text"]), replies, general, tolerance=tolerance)


def _gift_choice(kind: str, choice: dict) -> tuple[str, float, str]:
    share = choice["weight"] / 100 if choice["weight"] is not None else float(choice["isCorrect"])
    feedback = shown((choice["feedback"] or {"text": ""})["text"])
    if kind == "number":
        return str(choice["text"]["number"]), share, feedback
    text = choice["text"]["text"]
    return (shown(text) if kind == "choice" else text.replace(r"\*", "*")), share, feedback


QTI = {"q": "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"}


def read_canvas(data: bytes) -> list[Seen]:
    """The QTI that text2qti made of its own parse."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        name = next(each for each in archive.namelist() if each.endswith(".xml") and "/text2qti_assessment" in each)
        root = ET.fromstring(archive.read(name))
    return [_canvas(item) for item in root.iterfind(".//q:item", QTI)]


def _canvas(item: ET.Element) -> Seen:
    labels = item.findall(".//q:qtimetadatafield", QTI)
    meta = {each.findtext("q:fieldlabel", "", QTI): each.findtext("q:fieldentry", "", QTI) for each in labels}
    kind = KINDS[meta["question_type"]]
    said = {
        each.get("ident"): shown(each.findtext(".//q:mattext", "", QTI)) for each in item.findall("q:itemfeedback", QTI)
    }
    seen = Seen(
        item.get("title"),
        kind,
        shown(item.findtext("q:presentation/q:material/q:mattext", "", QTI)),
        general=said.get("general_fb", ""),
        points=int(meta["points_possible"]),
        for_markers=said.get("general_incorrect_fb", ""),
    )
    right = _canvas_right(item)
    if kind == "number":
        low, high = (float(item.findtext(f".//q:{name}", "", QTI)) for name in ("vargte", "varlte"))
        seen.replies = [(item.findtext(".//q:varequal", "", QTI), 1.0, "")]
        seen.tolerance = [(high - low) / 2]
    elif kind == "short":
        seen.replies = [(each, 1.0, "") for each in right]
    for label in item.findall(".//q:response_label", QTI) if kind == "choice" else ():
        name = label.get("ident")
        text = shown(label.findtext(".//q:mattext", "", QTI))
        seen.replies.append((text, float(name in right), said.get(f"{name}_fb", "")))
    return seen


def _canvas_right(item: ET.Element) -> list[str]:
    """What the condition that sets the score asks for, without what it forbids."""
    for condition in item.iterfind(".//q:respcondition", QTI):
        if condition.find("q:setvar", QTI) is not None:
            forbidden = {each.text for each in condition.iterfind(".//q:not/q:varequal", QTI)}
            return [each.text for each in condition.iterfind(".//q:varequal", QTI) if each.text not in forbidden]
    return []


def read_anki(data: bytes, folder: Path) -> dict[str, tuple[str, str]]:
    """With Anki's own importer: the two sides of each card, by the first words of the front."""
    from anki.collection import Collection, ImportAnkiPackageRequest

    package = folder / "deck.apkg"
    package.write_bytes(data)
    collection = Collection(str(folder / "collection.anki2"))
    try:
        collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(package)))
        cards = [collection.get_card(each) for each in collection.find_cards("")]
        assert len(cards) == collection.note_count()
        return {card.note().guid: (shown(card.question()), shown(card.answer())) for card in cards}
    finally:
        collection.close()


def read_jupyterquiz(data: bytes) -> list[Seen]:
    """By the documented schema: HTML texts, ``code`` below the question, answers with ``correct`` and ``feedback``."""
    return [_jupyterquiz(str(at), each) for at, each in enumerate(json.loads(data))]


def _jupyterquiz(name: str, entry: dict) -> Seen:
    kind, answers = KINDS[entry["type"]], entry["answers"]
    seen = Seen(name, kind, squeezed(f"{shown(entry['question'])} {shown(entry.get('code', ''))}"))
    for answer in answers:
        feedback = shown(answer["feedback"])
        if answer.get("type") == "default":
            assert answer is answers[-1]
        elif kind == "number":
            low, high = answer.get("range") or [answer["value"]] * 2
            seen.replies.append((str((low + high) / 2), float(answer["correct"]), feedback))
            seen.tolerance.append((high - low) / 2)
        else:
            text = answer["answer"]
            seen.replies.append((shown(text) if kind == "choice" else text, float(answer["correct"]), feedback))
    return seen


def read_markdown(data: bytes) -> str:
    """What markdown-it shows, with the plugin for formulas between dollars."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    def formula(text: str, options: dict) -> str:
        return f"⟦{escape(text, quote=False)}⟧"

    parser = MarkdownIt("commonmark").use(dollarmath_plugin, double_inline=True, renderer=formula)
    return shown(parser.render(data.decode()))


READERS = {"moodle": read_moodle, "gift": read_gift, "canvas": read_canvas, "jupyterquiz": read_jupyterquiz}


def read(name: str, data: bytes) -> list[Seen]:
    """The questions of a file of that format."""
    return READERS[name](data)
