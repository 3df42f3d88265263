"""The verb ``build``: the same bytes each time, and never over a learner's or an author's work."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from test_course import HIDDEN, KNOWN, SOLUTION, VISIBLE, WEEK, edit, softmax_course

from autograder.authoring import documents, points, recording
from autograder.authoring.starters import build_course, generated, is_pristine
from autograder.course import Course, CourseError

STARTER = "exercises/week-12/softmax.py"
HINTS = "exercises/week-12/hints.toml"
RECORDING = "self_checks/week-12/mistakes.json"


@pytest.fixture(autouse=True)
def a_week_of_one_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small course's week is worth the ten points of its one task."""
    monkeypatch.setattr(points, "WEEK_POINTS", 10)


@pytest.fixture
def mini(tmp_path: Path) -> Course:
    return softmax_course(tmp_path)


def files_of(root: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "exercises/week-12").iterdir() if path.name != "week.toml"}


def test_build_writes_starters_and_hints_and_then_finds_them_fresh(mini: Course, capsys) -> None:
    assert build_course(course=mini) == 0
    assert set(files_of(mini.root)) == {"softmax.py", "hints.toml", "week-12.ipynb", "README.md"}
    assert f"wrote {mini.root / STARTER}" in capsys.readouterr().out
    assert build_course(course=mini) == 0
    assert capsys.readouterr().out == "Everything is fresh.\n"


def test_build_makes_the_same_bytes_wherever_and_whenever(tmp_path: Path) -> None:
    for place in ("one", "the other"):
        build_course(course=softmax_course(tmp_path / place))
    assert files_of(tmp_path / "one") == files_of(tmp_path / "the other")
    assert b"\r" not in files_of(tmp_path / "one")["softmax.py"]


def test_a_generated_file_says_so_in_its_first_line(mini: Course) -> None:
    """A notebook says it in its metadata."""
    files = generated(mini)
    heads = [text.partition("\n")[0] for path, text in files.items() if path.suffix != ".ipynb"]
    assert all("made by `make build`" in head.lower() for head in heads)
    assert all("make build" in text for text in files.values())


def test_check_writes_nothing_and_tells_by_its_status(mini: Course, capsys) -> None:
    assert build_course(check=True, course=mini) == 1
    assert files_of(mini.root) == {}
    assert f"{mini.root / STARTER} is stale: run `make build`." in capsys.readouterr().out
    build_course(course=mini)
    assert build_course(check=True, course=mini) == 0


@pytest.mark.parametrize("name", [STARTER, HINTS])
def test_check_finds_what_was_changed_after_the_build(mini: Course, name: str) -> None:
    build_course(course=mini)
    (mini.root / name).write_text((mini.root / name).read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    assert build_course(check=True, course=mini) == 1


def test_a_change_of_the_solution_goes_into_an_untouched_starter(mini: Course) -> None:
    build_course(course=mini)
    edit(mini.root, SOLUTION, "Turn scores into weights.", "Turn all scores into weights.")
    assert build_course(check=True, course=mini) == 1
    assert build_course(course=mini) == 0
    assert "Turn all scores" in (mini.root / STARTER).read_text(encoding="utf-8")


def test_an_edited_starter_is_not_written_over(mini: Course) -> None:
    build_course(course=mini)
    edit(mini.root, STARTER, "    raise NotImplementedError", "    return scores  # raise NotImplementedError")
    mine = files_of(mini.root)
    with pytest.raises(CourseError, match=r"softmax\.py was edited by hand .*; `make build FORCE=1` keeps"):
        build_course(course=mini)
    assert files_of(mini.root) == mine


def test_force_keeps_a_copy_of_what_it_writes_over(mini: Course) -> None:
    build_course(course=mini)
    fresh = (mini.root / STARTER).read_bytes()
    (mini.root / STARTER).write_bytes(fresh + b"# mine\n")
    assert build_course(force=True, course=mini) == 0
    assert (mini.root / STARTER).read_bytes() == fresh
    assert (mini.root / (STARTER + ".before-build")).read_bytes() == fresh + b"# mine\n"


def test_a_second_force_keeps_the_first_copy_too(mini: Course) -> None:
    build_course(course=mini)
    fresh = (mini.root / STARTER).read_bytes()
    for work in (b"# the first\n", b"# the second\n"):
        (mini.root / STARTER).write_bytes(fresh + work)
        build_course(force=True, course=mini)
    kept = b"".join(files_of(mini.root).values())
    assert b"# the first" in kept
    assert b"# the second" in kept


def test_force_leaves_no_copy_of_an_untouched_starter(mini: Course) -> None:
    build_course(course=mini)
    edit(mini.root, SOLUTION, "Turn scores into weights.", "Turn all scores into weights.")
    build_course(force=True, course=mini)
    assert set(files_of(mini.root)) == {"softmax.py", "hints.toml", "week-12.ipynb", "README.md"}


def test_a_starter_is_pristine_until_a_byte_of_it_changes(mini: Course) -> None:
    text = generated(mini)[mini.root / STARTER]
    assert is_pristine(text)
    assert not is_pristine(text + "\n")
    assert not is_pristine(text.replace("softmax", "softmin", 1).partition("\n")[2])
    assert not is_pristine("")


def test_a_starter_checked_out_on_windows_is_still_pristine(mini: Course) -> None:
    build_course(course=mini)
    (mini.root / STARTER).write_bytes((mini.root / STARTER).read_bytes().replace(b"\n", b"\r\n"))
    assert build_course(check=True, course=mini) == 0


def test_the_starter_gives_nothing_of_the_solution_away(mini: Course) -> None:
    solution = (mini.root / SOLUTION).read_text(encoding="utf-8")
    inside = solution.split("### BEGIN SOLUTION\n")[1].split("    ### END SOLUTION")[0]
    starter = generated(mini)[mini.root / STARTER]
    assert not [line for line in inside.splitlines() if line.strip() and line in starter]
    assert "### " not in starter


# ---------------------------------------------------------------- recordings


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (KNOWN, "divide the scores by it.", "divide by it."),
        (SOLUTION, "Turn scores into weights.", "Turn all scores into weights."),
        (HIDDEN, "[2.0, 0.0], [0.0, 0.0]", "[2.0, 0.0], [0.5, 0.5]"),
    ],
)
def test_a_recording_is_stale_when_what_it_was_made_from_changes(mini: Course, name: str, old: str, new: str) -> None:
    build_course(course=mini)
    week = mini.week("week-12")
    assert recording.is_fresh(week)
    text = (mini.root / name).read_text(encoding="utf-8")
    (mini.root / name).write_text(text.replace(old, new), encoding="utf-8")
    assert text.count(old) and not recording.is_fresh(week)
    build_course(course=mini)
    assert recording.is_fresh(week)


def test_a_recording_that_was_changed_by_hand_is_made_anew(mini: Course) -> None:
    build_course(course=mini)
    made = (mini.root / RECORDING).read_text(encoding="utf-8")
    for damage in (made.replace("divide the scores by it", "do as you like"), made[:-9], "[]", "[" * 100_000, ""):
        assert damage != made
        (mini.root / RECORDING).write_text(damage, encoding="utf-8")
        assert build_course(check=True, course=mini) == 1
    build_course(course=mini)
    assert (mini.root / RECORDING).read_text(encoding="utf-8") == made


def test_a_recording_of_another_processor_is_fresh(mini: Course) -> None:
    """Its last digits may differ, so it is judged by what it was made from."""
    build_course(course=mini)
    data = json.loads((mini.root / RECORDING).read_text(encoding="utf-8"))
    data["tasks"]["softmax"]["replies"].reverse()
    data["content"] = recording._content(data["tasks"])
    (mini.root / RECORDING).write_text(json.dumps(data), encoding="utf-8")
    assert build_course(check=True, course=mini) == 0


@pytest.mark.parametrize(
    ("slip", "said"),
    [
        ("return scores (", r"known/softmax\.py:\d+: this is no Python: "),
        ("import nothing_of_this_name", "the cell 'slip': .*nothing_of_this_name"),
    ],
)
def test_nothing_is_recorded_of_a_mistake_that_cannot_be_loaded(mini: Course, slip: str, said: str) -> None:
    with (mini.root / KNOWN).open("a", encoding="utf-8") as known:
        known.write(f"\n\n# %% slip\n# It cannot be loaded.\n{slip}\n")
    with pytest.raises(CourseError, match=said):
        build_course(course=mini)
    assert not (mini.root / RECORDING).exists()


@pytest.mark.parametrize("missing", [(HIDDEN, VISIBLE), (KNOWN,)])
def test_a_task_that_is_not_finished_can_be_built(mini: Course, missing: tuple[str, ...]) -> None:
    for name in missing:
        (mini.root / name).unlink()
    assert build_course(course=mini) == 0
    assert json.loads((mini.root / RECORDING).read_text(encoding="utf-8"))["tasks"] == {}
    assert build_course(check=True, course=mini) == 0


# ---------------------------------------------------------------- what documents quote


def test_a_weeks_readme_follows_the_manifest_and_keeps_its_words(mini: Course) -> None:
    readme = mini.exercises / "week-12" / "README.md"
    build_course(course=mini)
    assert "| 1 | `softmax` | Turn scores into weights | 10 |" in readme.read_text(encoding="utf-8")
    written = readme.read_text(encoding="utf-8").replace("## The tasks\n", "Words of mine.\n\n## The tasks\n")
    readme.write_text(written + "\nMore words.\n", encoding="utf-8")
    edit(mini.root, WEEK, "points = 10", 'points = 10\nbuilds = "scores \\\\ into `weights`"')
    changed = Course.open(mini.root)
    assert build_course(check=True, course=changed) == 1
    build_course(course=changed)
    text = readme.read_text(encoding="utf-8")
    assert "| 1 | `softmax` | scores \\ into `weights` | 10 |\n\nMore words.\n" in text
    assert "Words of mine." in text and "Turn scores" not in text


def test_a_readme_without_a_table_is_told_where_to_put_one(mini: Course) -> None:
    (mini.exercises / "week-12" / "README.md").write_text("# Week 12\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"(?s)README\.md has no table of tasks.*\| # \| task \|"):
        build_course(course=mini)


def test_a_statement_is_asked_for(mini: Course) -> None:
    text = (mini.root / SOLUTION).read_text(encoding="utf-8")
    (mini.root / SOLUTION).write_text(text[text.index("import torch") :], encoding="utf-8")
    with pytest.raises(CourseError, match=r"softmax\.py has no docstring at its top: that is the statement"):
        build_course(course=mini)


def test_a_new_task_of_the_sample_is_built_before_the_sample_is(mini: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its visible checks are not there until they are made."""
    (mini.root / VISIBLE).unlink()
    (mini.root / "README.md").write_text("What a student sees:\n\n```\nold\n```\n", encoding="utf-8")
    monkeypatch.setattr(documents, "SHOWN", ("week-12", "", "softmax", "no-max-subtraction"))
    assert build_course(check=True, course=mini) == 1
    assert build_course(course=mini) == 0
    assert "✗ softmax" in (mini.root / "README.md").read_text(encoding="utf-8")
    assert build_course(check=True, course=mini) == 0


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (HIDDEN, "(?s).+", "", "week-12/softmax has no checks: write them into"),
        (WEEK, "points = 10", "points = 11", "add up to 10 points, its manifest says 11."),
    ],
    ids=["no checks yet", "points in the manifest only"],
)
def test_what_was_built_is_not_denied_where_the_sample_cannot_be_made(
    mini: Course, monkeypatch: pytest.MonkeyPatch, capsys, name: str, old: str, new: str, said: str
) -> None:
    (mini.root / VISIBLE).unlink()
    path = mini.root / name
    path.write_text(re.sub(old, new, path.read_text(encoding="utf-8")), encoding="utf-8")
    (mini.root / "README.md").write_text("What a student sees:\n\n```\nold\n```\n", encoding="utf-8")
    monkeypatch.setattr(documents, "SHOWN", ("week-12", "", "softmax", "no-max-subtraction"))
    assert build_course(course=Course.open(mini.root)) == 2
    told = capsys.readouterr()
    assert f"wrote {mini.root / STARTER}" in told.out
    assert told.err.startswith("Not everything was built: the sample report in README.md is as it was. ")
    assert said in told.err


def test_a_week_whose_points_do_not_add_up_is_built_and_told(
    mini: Course, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    monkeypatch.setattr(points, "WEEK_POINTS", 100)
    assert build_course(course=mini) == 0
    assert "week-12: its tasks are worth 10 points, not 100: mend that in" in capsys.readouterr().out
    assert (mini.root / STARTER).is_file()


def test_visible_checks_that_graders_do_not_have_any_more_are_told(mini: Course) -> None:
    build_course(course=mini)
    graders = (mini.root / HIDDEN).read_text(encoding="utf-8")
    (mini.root / HIDDEN).write_text(graders.replace("def check_", "def seen_"), encoding="utf-8")
    with pytest.raises(
        CourseError, match=r"check_softmax\.py was made from check_\.\.\. in .* which has none any more"
    ):
        build_course(course=mini)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        (STARTER, SOLUTION),
        (VISIBLE, HIDDEN),
        ("exercises/week-12/week-12.ipynb", "the tasks in solutions/week-12/"),
    ],
)
def test_a_correction_in_a_generated_file_is_sent_to_its_source(mini: Course, name: str, source: str) -> None:
    build_course(course=mini)
    path = mini.root / name
    text = path.read_text(encoding="utf-8")
    old, new = ("import", "import ") if name == VISIBLE else ("Turn scores", "Turn all scores")
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CourseError, match=f"was edited by hand .*\\nIt is made from {source}: correct it there."):
        build_course(course=mini)


def test_the_sample_of_the_readme_is_made_of_the_course_as_it_is(course: Course) -> None:
    [(path, text)] = documents.readme(course).items()
    assert path == course.root / "README.md"
    assert text == path.read_text(encoding="utf-8")
