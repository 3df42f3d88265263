"""The verb ``hint``: a task's hints, opened one by one."""

from __future__ import annotations

import json
import textwrap
import tomllib

from autograder.course import Course, CourseError, Task, Week

WIDTH = 78


def open_next(task: str, week: str | None = None, course: Course | None = None) -> str:
    """All hints of the task that were opened before, and the next one; remembers how far the learner is."""
    course = course or Course.open()
    found = course.weeks_with(task, week)
    if len(found) > 1:
        names = [each.task(task).id for each in found]
        which = f"say which with TASK={names[0]} (without make: --task {names[0]})"
        raise CourseError(f"{' and '.join(names)} are two tasks: {which}.")
    hints = _hints(found[0], task)
    opened = _opened(course)
    key = f"{found[0].name}/{task}"
    count = min(max(opened.get(key, 0), 0) + 1, len(hints))
    course.opened_hints.write_text(json.dumps(opened | {key: count}, indent=1), encoding="utf-8")
    left = len(hints) - count
    shown = [_paragraph(index, hint) for index, hint in enumerate(hints[:count], 1)]
    return "\n".join([*shown, f"{left} more: ask again." if left else _last(found[0].task(task))])


def _last(task: Task) -> str:
    """What follows the last hint: the reference answer, where this copy of the course has it."""
    if not task.solution.is_file():
        return "That was the last hint."
    answer = task.solution.relative_to(task.root).as_posix()
    return f"That was the last hint. An answer that works, to compare with yours:\n{answer}"


def _paragraph(index: int, hint: str) -> str:
    return textwrap.fill(hint, WIDTH, initial_indent=f"{index}. ", subsequent_indent="   ")


def _hints(week: Week, task: str) -> list[str]:
    try:
        hints = tomllib.loads(week.hints.read_text(encoding="utf-8")).get(task, [])
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CourseError(f"{week.hints} cannot be read ({error}); `make build` makes it anew.") from error
    if not hints:
        raise CourseError(f"{week.name}/{task} has no hints.")
    return hints


def _opened(course: Course) -> dict[str, int]:
    try:
        data = json.loads(course.opened_hints.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {key: count for key, count in data.items() if type(count) is int} if type(data) is dict else {}
