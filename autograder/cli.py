"""The verbs, each one call into a module of the engine: ``make VERB`` or ``python -m autograder VERB``.

Exit status: 0 everything passed, 1 something did not, 2 the command could not be carried out.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)

WeekOption = Annotated[str | None, typer.Option("--week", metavar="NAME", help="one week, such as week-12")]
TaskOption = Annotated[str | None, typer.Option("--task", metavar="NAME", help="one task, such as softmax")]


@app.callback()
def about() -> None:
    """The attention workbook: check your work, grade a class, prove the graders."""


@app.command()
def check(
    submission: Annotated[Path | None, typer.Argument(help="a folder or a file; without it, exercises/")] = None,
    week: WeekOption = None,
    task: TaskOption = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the Result there")] = None,
    spawn: Annotated[bool, typer.Option("--spawn", help="a process a task, as on machines without fork")] = False,
) -> None:
    """Check your work: what is right, what is not, why, and what to try next."""
    from autograder.checking import check_work

    raise typer.Exit(check_work(submission, week, task, json_file, spawn))


@app.command()
def hint(
    task: Annotated[str, typer.Option("--task", metavar="NAME", help="the task")], week: WeekOption = None
) -> None:
    """Open the next hint of a task."""
    from autograder.hints import open_next

    typer.echo(open_next(task, week))


@app.command()
def grade(
    submissions: Annotated[Path, typer.Argument(help="the folder with all hand-ins, as the platform gives it")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="gradebook, pages and tables")] = Path("grades"),
    week: WeekOption = None,
    roster: Annotated[Path | None, typer.Option(metavar="FILE", help="roster.csv: id, name, email, user, …")] = None,
    jobs: Annotated[int, typer.Option(metavar="N", help="grading processes; without it, one a core", min=0)] = 0,
    student: Annotated[str | None, typer.Option(metavar="ID", help="grade only this student")] = None,
    regrade: Annotated[bool, typer.Option("--regrade", help="grade again what has not changed")] = False,
    layout: Annotated[str | None, typer.Option(metavar="NAME", help="read all entries in this layout")] = None,
    worksheet: Annotated[list[Path] | None, typer.Option(metavar="FILE", help="a downloaded table to fill in")] = None,
    executor: Annotated[str | None, typer.Option(metavar="dask:ADDRESS", help="grade on a cluster")] = None,
    any_level: Annotated[bool, typer.Option("--any-level", help="grade although isolation is too weak")] = False,
) -> None:
    """Grade a class: everything that was handed in, kept in a gradebook and told in pages and tables."""
    from autograder.desk.verb import Options, grade_class

    options = Options(
        submissions, out, week, roster, jobs, student, regrade, layout, executor, any_level, worksheet or ()
    )
    raise typer.Exit(grade_class(options))


@app.command()
def override(
    student: Annotated[str, typer.Option(metavar="ID", help="the student")],
    week: Annotated[str, typer.Option("--week", metavar="NAME", help="the week")],
    task: TaskOption = None,
    points: Annotated[int | None, typer.Option(metavar="N", help="points in place of those that were graded")] = None,
    excused: Annotated[bool, typer.Option("--excused", help="the week does not count")] = False,
    extension: Annotated[str | None, typer.Option(metavar="TIME", help="a deadline of their own")] = None,
    comment: Annotated[str, typer.Option(metavar="TEXT", help="for the learner to read")] = "",
    take_back: Annotated[str | None, typer.Option(metavar="KIND", help="points, comment, excused, extension")] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the gradebook is")] = Path("grades"),
) -> None:
    """Decide about a student's week: other points, excused, a later deadline, a comment."""
    from autograder.desk.decide import Decision, decide

    decision = Decision(student, week, task, points, excused, extension, comment, take_back)
    raise typer.Exit(decide(out, decision))


@app.command()
def audit(week: WeekOption = None, task: TaskOption = None) -> None:
    """Prove the graders: the reference passes, every known mistake is caught and named."""
    from autograder.authoring.audit import audit_course

    raise typer.Exit(audit_course(week, task))


@app.command()
def build(
    check: Annotated[bool, typer.Option("--check", help="only compare; status 1 if something is stale")] = False,
    force: Annotated[bool, typer.Option("--force", help="write over edited files, keeping a copy beside them")] = False,
) -> None:
    """Make the starters from the solutions."""
    from autograder.authoring.starters import build_course

    raise typer.Exit(build_course(check=check, force=force))


@app.command()
def doctor() -> None:
    """Tell what this machine can do: versions, isolation, and what is missing."""
    from autograder.doctor import examine

    raise typer.Exit(examine())


def main() -> None:
    """Runs a verb; turns our own errors into a sentence and status 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except KeyboardInterrupt:
        print(f"\nStopped. {_kept()}", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        if not _is_ours(error):
            raise
        print(f"{_nothing()} {error}", file=sys.stderr)
        sys.exit(2)


def _verb() -> str:
    return next((word for word in sys.argv[1:] if not word.startswith("-")), "")


def _kept() -> str:
    """What an interruption has cost."""
    if _verb() == "grade":
        return "What was graded is kept; the same command goes on from here."
    return "Nothing was changed."


def _nothing() -> str:
    """What the verb has not done."""
    done = {
        "hint": "No hint was opened.",
        "override": "Nothing was decided.",
        "audit": "Nothing was proven.",
        "build": "Nothing was built.",
    }
    return done.get(_verb(), "Nothing was graded.")


def _is_ours(error: Exception) -> bool:
    return type(error).__module__.startswith("autograder.") or isinstance(error, OSError)
