"""The verb ``report``: Results that were written before, said in the form that a platform reads."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from autograder.report import check50, classroom, classroom50, github, gradescope, otter
from autograder.result import Result

Results = Sequence[Result]


BY_CHECK = "make check WEEK=week-12 JSON=file (without make: check --json FILE, or --results DIR)"


class ReportError(Exception):
    """Raised when a Result cannot be read or a form is unknown; its sentence says what to give."""


def report_results(form: str, paths: Sequence[Path], out: Path | None) -> int:
    """Prints or writes the Results in that form; on GitHub also the job summary and the step's outputs."""
    if form not in FORMS:
        raise ReportError(f"There is no form {form!r}; known are {', '.join(FORMS)}.")
    text = FORMS[form]([read(path).for_learner() for path in _files(paths)], os.environ)
    if out is None:
        print(text, end="")
    else:
        out.write_text(text, encoding="utf-8")
        print(f"wrote {out}")
    return 0


def read(path: Path) -> Result:
    """The Result in that file; raises ReportError."""
    try:
        return Result.from_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReportError(f"{path} is no Result: write one with {BY_CHECK}. ({error})") from error


def _files(paths: Sequence[Path]) -> list[Path]:
    found = [file for path in paths for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])]
    if not found:
        raise ReportError(f"There is no Result to report: write one with {BY_CHECK}.")
    return found


def _json(data: object) -> str:
    return json.dumps(data, indent=1) + "\n"


def _one(results: Results) -> Result:
    if len(results) != 1:
        raise ReportError(f"This form takes the Result of one week, not {len(results)}.")
    return results[0]


def _github(results: Results, environment: Mapping[str, str]) -> str:
    """Annotations and notices for the log; the table goes to the job's summary."""
    _append(environment.get("GITHUB_STEP_SUMMARY"), github.summary(results))
    return "".join(f"{line}\n" for line in (*github.annotations(results), *github.notices(results)))


def _classroom(results: Results, environment: Mapping[str, str]) -> str:
    """One line a task, ``id=base64``: the outputs that Classroom's reporter takes."""
    lines = "".join(
        f"{classroom.runner_id(result.week, task.task)}={classroom.runner_result(task)}\n"
        for result in results
        for task in result.tasks
    )
    _append(environment.get("GITHUB_OUTPUT"), lines)
    return lines


def _classroom50(results: Results, environment: Mapping[str, str]) -> str:
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return _json(classroom50.result_json(results, environment, now))


def _append(path: str | None, text: str) -> None:
    """Adds to a file that the platform has named, if it has."""
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)


FORMS: dict[str, Callable[[Results, Mapping[str, str]], str]] = {
    "github": _github,
    "classroom": _classroom,
    "classroom50": _classroom50,
    "release-body": lambda results, _: classroom50.release_body(results),
    "gradescope": lambda results, _: _json(gradescope.results_json(_one(results))),
    "otter": lambda results, _: _json(otter.otter_json(_one(results))),
    "check50": lambda results, _: _json(check50.check50_json(_one(results))),
}
