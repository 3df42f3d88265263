"""A learner's progress in one small JSON file, written after each answer and never half."""

from __future__ import annotations

import json
import os
from datetime import date
from itertools import count
from pathlib import Path

from autograder.quiz.leitner import WAITS, Card, after

SCHEMA = "quiz-progress/v1"


class Progress:
    """The cards of a learner; ``told()`` gives the sentences about the file that were not given before.

    The file is read again before each write, so that two open terminals do not undo each other's answers.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._notes: dict[str, bool] = {}
        self.unsaved: dict[str, Card] = {}
        self.cards = self._read()

    def record(self, key: str, right: bool, today: date) -> Card:
        """Notes an answer, and writes the file."""
        self.cards = self._read() | self.unsaved
        self.cards[key] = after(self.cards.get(key), right, today)
        self.unsaved = {} if self._write() else self.unsaved | {key: self.cards[key]}
        return self.cards[key]

    def _read(self) -> dict[str, Card]:
        try:
            text = self.path.read_text(encoding="utf-8-sig")
        except FileNotFoundError:
            return {}
        except (OSError, UnicodeDecodeError) as error:
            return self._damaged(error)
        try:
            return _cards(json.loads(text))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            return self._damaged(error)

    def _damaged(self, error: Exception) -> dict[str, Card]:
        """Puts the file that cannot be read aside, and starts anew."""
        kept = self._spare()
        try:
            os.replace(self.path, kept)
        except OSError:
            self._note(f"{self.path} cannot be read ({error}), so your progress starts anew.")
        else:
            kept_as = f"It is kept as {kept.name}; your progress starts anew."
            self._note(f"{self.path} could not be read ({error}). {kept_as}")
        return {}

    def _spare(self) -> Path:
        """A name beside the file that nothing has yet."""
        names = (self.path.with_name(f"{self.path.stem}.damaged-{number}.json") for number in count(1))
        return next(path for path in names if not path.exists())

    def _write(self) -> bool:
        """Writes beside the file and then puts it in its place; whether that worked."""
        beside = self.path.with_name(f"{self.path.name}.new")
        try:
            beside.write_text(_json(self.cards), encoding="utf-8")
            os.replace(beside, self.path)
        except OSError as error:
            self._note(f"{self.path} cannot be written ({error.strerror}): this progress is not kept.")
            return False
        return True

    def told(self) -> list[str]:
        """What the learner should know about the file, each sentence once."""
        new = [sentence for sentence, is_told in self._notes.items() if not is_told]
        self._notes |= dict.fromkeys(new, True)
        return new

    def _note(self, sentence: str) -> None:
        self._notes.setdefault(sentence, False)


def _json(cards: dict[str, Card]) -> str:
    questions = {key: {**vars(card), "last": card.last.isoformat()} for key, card in sorted(cards.items())}
    return json.dumps({"schema": SCHEMA, "questions": questions}, indent=1) + "\n"


def _cards(data: dict) -> dict[str, Card]:
    if data["schema"] != SCHEMA:
        raise ValueError(f"it is not {SCHEMA}")
    return {str(key): _card(entry) for key, entry in data["questions"].items()}


def _card(entry: dict) -> Card:
    box, tries, right = (entry[name] for name in ("box", "tries", "right"))
    if not all(type(each) is int and each >= 0 for each in (box, tries, right)) or not 1 <= box <= len(WAITS):
        raise ValueError("a number in it is out of range")
    return Card(box, date.fromisoformat(entry["last"]), tries, right)
