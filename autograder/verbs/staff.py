"""The verbs of those who grade and teach; a student's copy of the engine does not have them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from autograder.verbs.options import NotSaid, TaskOption, WeekOption, need, spoken, yes_or_no

HAND_INS = "the folder with all hand-ins, as the platform gives it"
RESULTS = "the folder results of `grade`"
NeededWeek = Annotated[str, typer.Option("--week", metavar="NAME", help="the week", show_default=False)]
WeeksOption = Annotated[
    list[str] | None, typer.Option("--week", metavar="NAME", help="a week, and again for another; without it, all")
]

app = typer.Typer()


@app.command()
def grade(
    submissions: Annotated[str, typer.Argument(metavar="SUBMISSIONS", show_default=False, help=HAND_INS)] = "",
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
    task: Annotated[str | None, typer.Option("--task", hidden=True)] = None,
) -> None:
    """Grade a class: everything that was handed in, kept in a gradebook and told in pages and tables."""
    need({"folder of hand-ins": submissions}, "grade SUBMISSIONS=hand-ins", "grade hand-ins")
    if task:
        raise NotSaid(
            "A class is graded a week at a time: leave TASK (without make: --task) out.\nOne task of one hand-in: "
            f"make check SUBMISSION=path TASK={task}"
        )
    from autograder.desk.verb import Options, grade_class

    options = Options(
        Path(submissions), out, week, roster, jobs, student, regrade, layout, executor, any_level, worksheet or ()
    )
    raise typer.Exit(grade_class(options))


@app.command()
def override(
    student: Annotated[str, typer.Option(metavar="ID", help="the student", show_default=False)] = "",
    week: NeededWeek = "",
    task: TaskOption = None,
    points: Annotated[str | None, typer.Option(metavar="N", help="points in place of those that were graded")] = None,
    excused: Annotated[bool, typer.Option("--excused", help="the week does not count")] = False,
    extension: Annotated[str | None, typer.Option(metavar="TIME", help="a deadline of their own")] = None,
    comment: Annotated[str, typer.Option(metavar="TEXT", help="for the learner to read")] = "",
    take_back: Annotated[str | None, typer.Option(metavar="KIND", help="points, comment, excused, extension")] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the gradebook is")] = Path("grades"),
) -> None:
    """Decide about a student's week: other points, excused, a later deadline, a comment."""
    week, task = spoken(week, task)
    need(
        {"student": student, "week": week or ""},
        "override STUDENT=4711 WEEK=week-12 EXCUSED=1",
        "override --student 4711 --week week-12 --excused",
    )
    from autograder.desk.decide import Decision, decide

    decision = Decision(student, week, task, points, excused, extension, comment, take_back)
    raise typer.Exit(decide(out, decision))


@app.command()
def audit(week: WeekOption = None, task: TaskOption = None) -> None:
    """Prove the graders: the reference passes, every known mistake is caught and named."""
    from autograder.authoring.audit import audit_course

    raise typer.Exit(audit_course(*spoken(week, task)))


@app.command()
def sentences(week: WeekOption = None, task: TaskOption = None) -> None:
    """Print every sentence that a learner may read of a task: hints, checks, and what is said to each mistake."""
    from autograder.authoring.sentences import print_sentences

    raise typer.Exit(print_sentences(*spoken(week, task)))


@app.command()
def build(
    check: Annotated[bool, typer.Option("--check", help="only compare; status 1 if something is stale")] = False,
    force: Annotated[bool, typer.Option("--force", help="write over edited files, keeping a copy beside them")] = False,
) -> None:
    """Make starters and notebooks from the solutions."""
    from autograder.authoring.starters import build_course

    raise typer.Exit(build_course(check=check, force=force))


@app.command()
def release(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the student repository goes")] = Path("dist"),
    weeks: WeeksOption = None,
    quiz: Annotated[str | None, typer.Option(metavar="yes|no", help="with the questions and their answers?")] = None,
) -> None:
    """Make the student repository and its zip, without solutions; a later release is a commit on top."""
    from autograder.authoring.release import release as make

    raise typer.Exit(make(out, weeks or (), yes_or_no("QUIZ", quiz)))


@app.command()
def classroom50(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the bundle goes")] = Path("dist"),
    weeks: WeeksOption = None,
) -> None:
    """Make the bundle for Classroom 50: visible checks only, since anyone can read it."""
    from autograder.authoring.bundles import classroom50 as make

    raise typer.Exit(make(out, weeks or ()))


@app.command()
def gradescope(
    week: NeededWeek = "",
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the zip goes")] = Path("dist"),
) -> None:
    """Make Gradescope's autograder zip of a week, hidden checks included."""
    need({"week": week}, "gradescope WEEK=week-12", "gradescope --week week-12")
    from autograder.authoring.bundles import gradescope as make

    raise typer.Exit(make(out, week))


@app.command()
def nbgrader(
    folder: Annotated[str, typer.Argument(metavar="DIR", show_default=False, help="a new folder for the course")] = "",
    roster: Annotated[Path | None, typer.Option("--roster", metavar="FILE", help="the class")] = None,
) -> None:
    """Write an nbgrader course: configuration, source notebooks, header, students."""
    need({"folder for the course": folder}, "nbgrader COURSE=course", "nbgrader course")
    from autograder.authoring.nbgrader_course import write_course

    raise typer.Exit(write_course(Path(folder), roster))


@app.command("nbgrader-scores")
def nbgrader_scores(
    folder: Annotated[str, typer.Argument(metavar="DIR", show_default=False, help="the nbgrader course")] = "",
    week: NeededWeek = "",
    results: Annotated[str, typer.Option("--results", metavar="DIR", show_default=False, help=RESULTS)] = "",
) -> None:
    """Write our points and comments into nbgrader's gradebook."""
    need(
        {"folder of the course": folder, "week": week, "folder of results": results},
        "nbgrader-scores COURSE=course WEEK=week-12 RESULTS=grades/results",
        "nbgrader-scores course --week week-12 --results grades/results",
    )
    from autograder.report.nbgrader_scores import write_scores

    raise typer.Exit(write_scores(Path(folder), week, Path(results)))


@app.command("export-quiz")
def export_quiz(
    week: WeekOption = None,
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="NAME", help="canvas, moodle, gift, anki, jupyterquiz, markdown; else all"),
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="the folder for the files")] = Path("exports"),
) -> None:
    """Write the question banks for Canvas, Moodle, Anki and others."""
    from autograder.quiz.exports.verb import export_quiz as export

    raise typer.Exit(export(week, formats or (), out))


@app.command()
def site(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="where the folder site goes")] = Path("dist"),
) -> None:
    """Build the self-study page: plain files, in dist/site."""
    try:
        from autograder.authoring.site import site as make
    except ModuleNotFoundError as error:
        from autograder.course import CourseError

        sentence = f"{error.name} is not installed. Get it with: pip install --editable '.[site]'"
        raise CourseError(sentence) from error
    raise typer.Exit(make(out))
