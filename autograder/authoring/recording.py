"""Records what every named mistake answers to the visible checks, for learners' copies (``checks/recorded.py``).

A recording is stale when something that it was made from has changed: the task, its mistakes, its visible checks, or
the engine between them. Its bytes are not compared, since another processor may compute a last digit differently.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from autograder.authoring.visible import visible_checks
from autograder.checks.mistakes import Cell, mistakes_of
from autograder.checks.recorded import DAMAGES, question
from autograder.checks.session import StandIn
from autograder.course import HOME, Course, Task, Week
from autograder.grade import Grader
from autograder.worker.frames import PREFIX, frame_sizes, join

ABOUT = "Made by `make build`: what mistakes answer to the visible checks, so that `make check` can name them."
PUBLIC = ("exercises/*/week.toml", "self_checks/*/mistakes.json")
ENGINE = (
    "checks/compare.py", "checks/recorded.py", "checks/rng.py", "checks/student.py",
    "worker/frames.py", "worker/runtime.py", "worker/wire.py", "worker/probes/*.py",
)  # fmt: skip
"""What decides which questions a check asks, and how an answer looks."""
COMPARED = ("status", "changed", "value", "sizes")
"""What of a reply's header tells answers apart, besides the kind of an error."""


def recordings(course: Course) -> dict[Path, str]:
    """Each week's recording: as it is where it is fresh, else made anew, which takes seconds."""
    there = {week: week.tasks[0].recorded_mistakes for week in course.weeks}
    fresh = {path: path.read_text(encoding="utf-8") for week, path in there.items() if is_fresh(week)}
    made = _record(course, [week for week, path in there.items() if path not in fresh])
    return fresh | {there[week]: text for week, text in made}


def is_fresh(week: Week) -> bool:
    """Whether the week's recording was made from what is here now, and is as it was made."""
    try:
        data = json.loads(week.tasks[0].recorded_mistakes.read_text(encoding="utf-8"))
        return data["sources"] == _sources(week) and data["content"] == _content(data["tasks"])
    except DAMAGES:
        return False


def _sources(week: Week) -> str:
    engine = [path for pattern in ENGINE for path in sorted((HOME / "autograder").glob(pattern))]
    tasks = [path for task in week.tasks for path in (task.solution, task.known_answers)]
    texts = [(path.name, path.read_text(encoding="utf-8") if path.is_file() else "") for path in engine + tasks]
    return _digest([ABOUT, *texts, *map(visible_checks, week.tasks)])


def _content(tasks: dict) -> str:
    return _digest(tasks)


def _digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:24]


# ---------------------------------------------------------------- recording


@contextlib.contextmanager
def learners_view(course: Course) -> Iterator[Course]:
    """The course as somebody sees it who has no solutions and no hidden checks, in a folder for the time being."""
    with tempfile.TemporaryDirectory() as folder:
        for path in (path for pattern in PUBLIC for path in course.root.glob(pattern)):
            copy = Path(folder) / path.relative_to(course.root)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        for task in course.tasks():
            checks = Path(folder) / task.visible_checks.relative_to(course.root)
            checks.parent.mkdir(parents=True, exist_ok=True)
            checks.write_text(visible_checks(task), encoding="utf-8")
        yield Course.open(Path(folder))


@contextlib.contextmanager
def published_view(course: Course) -> Iterator[Course]:
    """A learner's copy and its hidden checks, as they would run after hand-in, in a folder for the time being."""
    with learners_view(course) as view:
        for task in course.tasks():
            if task.hidden_checks.is_file():
                copy = view.root / task.hidden_checks.relative_to(course.root)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(task.hidden_checks, copy)
        yield view


def _record(course: Course, weeks: list[Week]) -> Iterator[tuple[Week, str]]:
    if not weeks:
        return
    with learners_view(course) as view:
        for week in weeks:
            yield week, _text(week, dict(_record_week(week, view.week(week.name))))


def _record_week(week: Week, seen: Week) -> Iterator[tuple[str, dict]]:
    """The recording of each task that has visible checks and mistakes, by its name."""
    ready = [task for task in week.tasks if visible_checks(task) and task.known_answers.is_file()]
    seen = replace(seen, tasks=tuple(seen.task(task.name) for task in ready))
    if not ready:
        return
    with Grader(Course(seen.root, (seen,)), None) as grader:  # a mistake answers here: no worker is launched
        for task in ready:
            yield task.name, _record_task(grader, seen.task(task.name), mistakes_of(task))


def _record_task(grader: Grader, task: Task, cells: Iterable[Cell]) -> dict:
    replies: dict[bytes, int] = {}
    mistakes = []
    for cell in cells:
        _ = cell.answers  # one that cannot be loaded is refused here; inside a check it would only fail that
        witness = Witness(task, cell)
        checks = grader.grade_task(task, witness).checks
        if any(check.outcome in ("failed", "error") for check in checks):
            answers = {asked: replies.setdefault(reply, len(replies)) for asked, reply in witness.heard.items()}
            mistakes.append({"name": cell.name, "says": cell.says, "answers": answers})
    return {"replies": [base64.b64encode(reply).decode() for reply in replies], "mistakes": mistakes}


class Witness(StandIn):
    """Answers as the mistake does, and writes down every question and its answer."""

    def __init__(self, task: Task, cell: Cell):
        super().__init__(task, self._listen)
        self.cell = cell
        self.heard: dict[str, bytes] = {}

    def _listen(self, frame: bytes) -> bytes:
        reply = self.cell.answers._ask(frame)
        self.heard[question(frame)] = bare(reply)
        return reply


def bare(reply: bytes) -> bytes:
    """The reply frame without what is never compared: the number of the call, an error's text and line."""
    header_size, _ = frame_sizes(reply[: PREFIX.size])
    start = PREFIX.size + header_size
    head = json.loads(reply[PREFIX.size : start].decode("utf-8", "surrogatepass"))
    kept = {key: head[key] for key in COMPARED if key in head} | {"kinds": head.get("kinds", [])[:1]}
    return join(json.dumps(kept, separators=(",", ":")).encode(), [reply[start:]])


def _text(week: Week, tasks: dict) -> str:
    data = {"about": ABOUT, "sources": _sources(week), "content": _content(tasks), "tasks": tasks}
    return json.dumps(data, ensure_ascii=False, indent=1).replace("{\n ", "{", 1) + "\n"
