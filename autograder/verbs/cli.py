"""The verbs, each one call into a module of the engine: ``make VERB`` or ``python -m autograder VERB``.

Exit status: 0 everything passed, 1 something did not, 2 the command could not be carried out.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from autograder.plain import plain
from autograder.verbs.options import NotSaid, TaskOption, WeekOption, need, spoken

WHAT = "a folder, a file or a zip; without it, exercises/"

app = typer.Typer(add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode=None)


@app.callback()
def about() -> None:
    """The attention workbook: exercises on attention and Transformers that check themselves."""


@app.command()
def check(
    submission: Annotated[str | None, typer.Argument(metavar="PATH", help=WHAT)] = None,
    week: WeekOption = None,
    task: TaskOption = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the Result there")] = None,
    results: Annotated[Path | None, typer.Option(metavar="DIR", help="write each week's Result into it")] = None,
    spawn: Annotated[bool, typer.Option("--spawn", help="a process a task, as on machines without fork")] = False,
) -> None:
    """Check your work: what is right, what is not, why, and what to try next."""
    from autograder.checking import check_work

    week, task = spoken(week, task)
    raise typer.Exit(check_work(_path(submission), week, task, json_file, results, spawn))


@app.command()
def watch(
    submission: Annotated[str | None, typer.Argument(metavar="PATH", help=WHAT)] = None,
    week: WeekOption = None,
    task: TaskOption = None,
    plain_lines: Annotated[bool, typer.Option("--plain", help="lines only: for screen readers and logs")] = False,
    poll: Annotated[bool, typer.Option("--poll", help="look at the files: for network drives")] = False,
) -> None:
    """Check each file as soon as it is saved."""
    from autograder.watching.watch import watch_work

    week, task = spoken(week, task)
    raise typer.Exit(watch_work(_path(submission), week, task, plain_lines, poll))


@app.command()
def hint(task: TaskOption = None, week: WeekOption = None) -> None:
    """Open the next hint of a task."""
    week, task = spoken(week, task)
    need({"task": task or ""}, "hint TASK=softmax", "hint --task softmax")
    from autograder.hints import open_next

    typer.echo(open_next(task, week))


@app.command()
def quiz(
    week: WeekOption = None,
    question: Annotated[str | None, typer.Option("--question", metavar="ID", help="one question")] = None,
    answers: Annotated[Path | None, typer.Option("--answers", metavar="FILE", help="score a file: TOML or CSV")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="write the scores there")] = None,
    csv_file: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="one row a student")] = None,
    student: Annotated[str, typer.Option("--student", metavar="ID", help="whose numbers to draw")] = "",
    every: Annotated[bool, typer.Option("--all", help="all questions, not only those that are due")] = False,
    show: Annotated[bool, typer.Option("--show", help="print questions and answers, ask nothing")] = False,
    check: Annotated[bool, typer.Option("--check", help="check the bank and its rubrics")] = False,
    prompts: Annotated[bool, typer.Option("--prompts", help="print what the open questions ask, without keys")] = False,
) -> None:
    """Ask the question bank, or score a file of answers."""
    from autograder.quiz.verb import run_quiz

    raise typer.Exit(run_quiz(week, question, answers, json_file, csv_file, student, every, show, check, prompts))


@app.command()
def report(
    form: Annotated[str, typer.Argument(metavar="FORM", help="github, classroom, classroom50, gradescope, …")] = "",
    results: Annotated[list[str] | None, typer.Argument(metavar="PATH", help="Results, or folders with them")] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="write it there")] = None,
) -> None:
    """Say a Result in a platform's form."""
    paths = [path for path in results or () if path.strip()]
    need(
        {"form": form, "folder of Results": "".join(paths)},
        "report FORM=github RESULTS=results",
        "report github results",
    )
    from autograder.verbs.reporting import report_results

    raise typer.Exit(report_results(form, [Path(path) for path in paths], out))


@app.command()
def doctor(
    attacks: Annotated[bool, typer.Option("--attacks", help="run every known attack: what stopped it")] = False,
) -> None:
    """Tell what this machine can do: versions, isolation, and what is missing."""
    if attacks and not Path(__file__).with_name("attacks.py").is_file():
        typer.echo("The attacks are in the instructor's repository; this copy has none.", err=True)
        raise typer.Exit(2)
    if attacks:
        from autograder.verbs.attacks import show_attacks

        raise typer.Exit(show_attacks())
    from autograder.verbs.doctor import examine

    raise typer.Exit(examine())


if Path(__file__).with_name("staff.py").is_file():  # a student's copy has none
    from autograder.verbs import staff

    app.add_typer(staff.app)


def _path(given: str | None) -> Path | None:
    """The path as given; raises NotSaid for an empty one, as a script passes on where a variable has no value."""
    if given is not None and not given.strip():
        raise NotSaid("The path is empty: give a folder, a file or a zip, or no path at all for exercises/.")
    return None if given is None else Path(given)


def main() -> None:
    """Runs a verb; turns our own errors into a sentence and status 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except (KeyboardInterrupt, SystemExit) as ending:
        if _is_interruption(ending):
            _tell(f"\nStopped. {_kept()}")
            sys.exit(130)
        raise
    except Exception as error:
        if not _is_ours(error):
            raise
        _tell(f"{_nothing()} {plain(str(error))}")
        sys.exit(2)


def _is_interruption(ending: BaseException | None) -> bool:
    """Whether Ctrl-C ended the verb, and nobody has said so yet: Typer turns it into a status and says nothing."""
    while ending is not None and not isinstance(ending, KeyboardInterrupt):
        ending = ending.__cause__ or ending.__context__
    return ending is not None


def _tell(text: str) -> None:
    """Says it on the error stream; in a terminal no word is cut at the end of a line."""
    from autograder.report.folded import folded

    print(folded(text, sys.stderr), file=sys.stderr)


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
        "watch": "Nothing is watched.",
        "doctor": "Nothing was examined.",
        "quiz": "Nothing was asked or scored.",
        "report": "Nothing was reported.",
        "override": "Nothing was decided.",
        "audit": "Nothing was proven.",
        "build": "Nothing was built.",
        "release": "Nothing was released.",
        "export-quiz": "Nothing was exported.",
        "classroom50": "No bundle was made.",
        "gradescope": "No zip was made.",
        "site": "No page was built.",
        "nbgrader": "No course was written.",
        "nbgrader-scores": "No scores were written.",
    }
    return done.get(_verb(), "Nothing was graded.")


def _is_ours(error: Exception) -> bool:
    return type(error).__module__.startswith("autograder.") or isinstance(error, OSError)
