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
        print("\nStopped. Nothing was changed.", file=sys.stderr)
        sys.exit(2)
    except Exception as error:
        if not _is_ours(error):
            raise
        print(f"{_nothing()} {error}", file=sys.stderr)
        sys.exit(2)


def _nothing() -> str:
    """What the verb has not done."""
    verb = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    done = {"hint": "No hint was opened.", "audit": "Nothing was proven.", "build": "Nothing was built."}
    return done.get(verb, "Nothing was graded.")


def _is_ours(error: Exception) -> bool:
    return type(error).__module__.startswith("autograder.") or isinstance(error, OSError)
