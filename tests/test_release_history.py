"""The history of the students' repository: later releases are commits on top, and nobody's work is lost."""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from release_support import copy_of_the_course, git

from autograder.authoring.release import release
from autograder.authoring.release_history import (
    Change,
    branch,
    commit,
    has_remote,
    released,
    take_over,
    uncommitted,
)
from autograder.authoring.release_news import Release, tell
from autograder.authoring.source import TaskSource
from autograder.course import HOME, Course, CourseError

FILES = {"README.md": b"read me\n", "exercises/week-1/week.toml": b"title = 'One'\n", "exercises/week-1/a.py": b"a\n"}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return tmp_path / "dist" / "student"


@pytest.fixture
def put(repository: Path) -> Callable[[dict[str, bytes]], tuple[Change, Path | None]]:
    """Releases files into the repository."""

    def put(files: dict[str, bytes]) -> tuple[Change, Path | None]:
        repository.parent.mkdir(exist_ok=True)
        stage = repository.with_name("stage")
        shutil.rmtree(stage, ignore_errors=True)
        change = commit(files, repository, stage)
        return change, take_over(stage, repository, change)

    return put


def held(repository: Path) -> dict[str, bytes]:
    """The files of the newest commit, which the folder shows too."""
    assert uncommitted(repository) == []
    return {name: (repository / name).read_bytes() for name in git(repository, "ls-files").split("\n")}


# ---------------------------------------------------------------- what a release commits


def test_the_first_release_is_one_commit(repository: Path, put: Callable) -> None:
    change, _ = put(FILES)
    assert (change.before, set(change.added)) == (None, set(FILES))
    assert held(repository) == FILES
    assert git(repository, "log", "--format=%an %s") == "Attention workbook The exercises"


def test_a_later_release_is_a_commit_on_top(repository: Path, put: Callable) -> None:
    first, _ = put(FILES)
    later = FILES | {"README.md": b"read me twice\n", "new.txt": b"new\n"}
    del later["exercises/week-1/a.py"]
    second, _ = put(later)
    assert (second.before, second.added, second.changed) == (first.commit, ("new.txt",), ("README.md",))
    assert branch(repository) == "main" and not has_remote(repository)
    assert second.removed == ("exercises/week-1/a.py",)
    assert held(repository) == later
    assert git(repository, "rev-parse", "HEAD~1") == first.commit


def test_without_a_change_there_is_no_commit(repository: Path, put: Callable) -> None:
    first, _ = put(FILES)
    again, _ = put(FILES)
    assert (again.commit, again.before, again.names) == (first.commit, first.commit, ())


def test_an_ignored_file_of_the_release_is_in_the_commit(repository: Path, put: Callable) -> None:
    files = FILES | {".gitignore": b"*.log\n", "kept.log": b"ours\n"}
    put(files)
    assert held(repository) == files


def test_names_with_blanks_and_any_script(repository: Path, put: Callable) -> None:
    files = FILES | {"Übung 1 [neu].txt": b"1\n", "exercises/注意.py": b"2\n"}
    put(FILES)
    change, _ = put(files)
    assert set(change.added) == files.keys() - FILES.keys()
    change, _ = put(FILES)
    assert set(change.removed) == files.keys() - FILES.keys()


def test_an_empty_repository_that_an_instructor_has_made_is_used(repository: Path, put: Callable) -> None:
    repository.mkdir(parents=True)
    git(repository, "init", "--quiet", "--initial-branch=course")
    git(repository, "remote", "add", "origin", "https://example.org/course.git")
    put(FILES)
    assert held(repository) == FILES
    assert branch(repository) == "course" and has_remote(repository)
    assert git(repository, "remote") == "origin"


# ---------------------------------------------------------------- what is an instructor's


def test_their_committed_files_stay(repository: Path, put: Callable) -> None:
    put(FILES)
    (repository / "syllabus.md").write_text("week by week\n", encoding="utf-8")
    git(repository, "add", "syllabus.md"), git(repository, "commit", "--quiet", "-m", "The syllabus")
    change, _ = put(FILES | {"README.md": b"2\n"})
    assert change.theirs == ("syllabus.md",)
    assert held(repository)["syllabus.md"] == b"week by week\n"


def test_their_commits_to_our_files_are_replaced_and_named(repository: Path, put: Callable) -> None:
    put(FILES)
    (repository / "README.md").write_text("mine\n", encoding="utf-8")
    git(repository, "commit", "--quiet", "--all", "-m", "My own words")
    change, _ = put(FILES)
    assert change.replaced == change.changed == ("README.md",)
    assert held(repository) == FILES
    assert git(repository, "show", "HEAD~1:README.md") == "mine"


def test_ignored_and_loose_files_stay_where_they_are(repository: Path, put: Callable) -> None:
    put(FILES | {".gitignore": b".venv/\n"})
    (repository / ".venv").mkdir()
    (repository / ".venv" / "ready").write_text("slow to make", encoding="utf-8")
    (repository / "notes.txt").write_text("mine", encoding="utf-8")
    _, aside = put(FILES | {".gitignore": b".venv/\n", "README.md": b"2\n"})
    assert aside is None
    assert (repository / ".venv" / "ready").read_text(encoding="utf-8") == "slow to make"
    assert uncommitted(repository) == ["notes.txt"]


def test_work_that_is_not_committed_is_moved_aside_where_it_is_in_the_way(repository: Path, put: Callable) -> None:
    put(FILES)
    (repository / "README.md").write_text("edited", encoding="utf-8")
    (repository / "exercises/week-1/a.py").write_text("tried", encoding="utf-8")
    (repository / "new.txt").write_text("loose", encoding="utf-8")
    git(repository, "add", "README.md")
    (repository / "README.md").write_text("edited again", encoding="utf-8")
    _, aside = put(FILES | {"README.md": b"2\n", "new.txt": b"new\n"})
    assert {path.name: path.read_text(encoding="utf-8") for path in aside.iterdir()} == {
        "README.md": "edited again",
        "new.txt": "loose",
    }
    assert (repository / "README.md").read_bytes() == b"2\n" and (repository / "new.txt").read_bytes() == b"new\n"
    assert uncommitted(repository) == ["exercises/week-1/a.py"]  # nothing needed its place


def test_a_file_that_was_deleted_and_not_committed_comes_back_new(repository: Path, put: Callable) -> None:
    put(FILES)
    (repository / "README.md").unlink()
    _, aside = put(FILES | {"README.md": b"2\n"})
    assert (repository / "README.md").read_bytes() == b"2\n"
    assert not aside.exists(), "there was nothing to keep"


def test_what_was_changed_and_what_was_moved_aside_is_told(
    repository: Path, put: Callable, capsys: pytest.CaptureFixture[str]
) -> None:
    put(FILES)
    (repository / "README.md").write_text("mine\n", encoding="utf-8")
    git(repository, "commit", "--quiet", "--all", "-m", "My own words")
    (repository / "exercises/week-1/a.py").write_text("edited", encoding="utf-8")
    files = FILES | {"exercises/week-1/a.py": b"b\n"}
    change, aside = put(files)
    tell(Course.open(), Release(repository, [], files, 1, change, aside))
    said = " ".join(capsys.readouterr().out.split())
    assert "You had changed these there; now they are as the course makes them: README.md." in said
    assert f"You had edited files there that the release needed to write. Your versions are in {aside}." in said


def test_a_second_folder_of_moved_files_does_not_overwrite_the_first(repository: Path, put: Callable) -> None:
    put(FILES)
    for number in (1, 2):
        (repository / "README.md").write_text(f"edit {number}", encoding="utf-8")
        put(FILES | {"README.md": b"%d\n" % number})
    kept = sorted(path / "README.md" for path in repository.parent.glob("student.before-release*"))
    assert [path.read_text(encoding="utf-8") for path in kept] == ["edit 1", "edit 2"]


def test_a_release_that_git_refuses_says_where_the_edited_files_are(repository: Path, put: Callable) -> None:
    """Here a merge of the instructor's is not done yet."""
    change, _ = put(FILES)
    (repository / "README.md").write_text("edited", encoding="utf-8")
    (repository / ".git" / "MERGE_HEAD").write_text(f"{change.commit}\n", encoding="utf-8")
    with pytest.raises(CourseError, match=r"(?s)MERGE_HEAD.*What you had edited is in .*student\.before-release\."):
        put(FILES | {"README.md": b"2\n"})
    assert (repository.parent / "student.before-release" / "README.md").read_text(encoding="utf-8") == "edited"


def test_a_folder_without_history_is_refused(repository: Path) -> None:
    repository.mkdir(parents=True)
    assert released(repository) == []
    (repository / "thesis.txt").write_text("years", encoding="utf-8")
    with pytest.raises(CourseError, match="holds no git repository: move it away, or release elsewhere"):
        released(repository)


def test_an_empty_folder_is_used(repository: Path, put: Callable) -> None:
    repository.mkdir(parents=True)
    put(FILES)
    assert held(repository) == FILES


def test_a_broken_repository_is_said(repository: Path, put: Callable) -> None:
    (repository / ".git").mkdir(parents=True)
    with pytest.raises(CourseError, match="git could not make the repository"):
        put(FILES)


def test_without_git_there_is_a_sentence(
    repository: Path, put: Callable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CourseError, match="git is not installed"):
        put(FILES)


def test_what_students_have(repository: Path, put: Callable) -> None:
    assert released(repository) == []
    put(FILES)
    assert released(repository) == sorted(FILES)


# ---------------------------------------------------------------- a term of it


def test_a_correction_reaches_a_student_who_has_begun(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Released, pushed, cloned, worked in, corrected, released, pushed and pulled."""
    course = Course.open(copy_of_the_course(tmp_path / "course"))
    out, host, clone = tmp_path / "dist", tmp_path / "host.git", tmp_path / "ada"
    release(out, ["week-12"], course=course)
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(host))
    git(out / "student", "push", "--quiet", str(host), "main")
    git(tmp_path, "clone", "--quiet", str(host), str(clone))
    work = clone / "exercises" / "week-12" / "softmax.py"
    task = course.week("week-12").task("softmax")
    mine = work.read_text(encoding="utf-8").replace("    # TODO", "    return scores  # mine\n    # TODO")
    work.write_text(mine, encoding="utf-8")
    git(clone, "commit", "--quiet", "--all", "-m", "My work")

    text = task.solution.read_text(encoding="utf-8").replace("Turn scores into weights", "Turn scores into shares")
    task.solution.write_text(text, encoding="utf-8")
    capsys.readouterr()
    release(out, ["week-20"], course=course)
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith("week-12, week-20: ")
    assert git(out / "student", "log", "-1", "--format=%s").startswith("week-20 is new; week-12: softmax")
    assert "Next: `git push`" not in said, "it has no remote"
    assert "Students write in these files, and they have changed: exercises/week-12/softmax.py." in said
    git(out / "student", "push", "--quiet", str(host), "main")
    git(clone, "pull", "--quiet", "--no-rebase", "--no-edit")
    merged = work.read_text(encoding="utf-8")
    assert "return scores  # mine" in merged and "Turn scores into shares" in merged
    assert (clone / "exercises" / "week-20" / "evidence.py").is_file()


def test_a_leak_in_the_history_stops_a_release_and_leaves_the_repository(tmp_path: Path) -> None:
    course = Course.open()
    release(tmp_path, ["week-12"], course=course)
    task = course.week("week-12").task("softmax")
    path = tmp_path / "student" / "exercises" / "week-12" / "softmax.py"
    path.write_bytes(task.solution.read_bytes())
    git(tmp_path / "student", "commit", "--quiet", "--all", "-m", "tried")
    head = git(tmp_path / "student", "rev-parse", "HEAD")
    with pytest.raises(CourseError, match=r"git blob \w+ \(exercises/week-12/softmax\.py\) holds a line of"):
        release(tmp_path, course=course)
    assert git(tmp_path / "student", "rev-parse", "HEAD") == head
    assert path.read_bytes() == task.solution.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["student", "student.zip"]


def test_an_instructors_picture_does_not_stop_a_release_and_their_texts_are_searched(tmp_path: Path) -> None:
    course = Course.open()
    release(tmp_path, ["week-12"], course=course)
    (tmp_path / "student" / "map.png").write_bytes(b"\x89PNG\0\0")
    git(tmp_path / "student", "add", "map.png"), git(tmp_path / "student", "commit", "--quiet", "-m", "A map")
    assert release(tmp_path, ["week-12"], course=course) == 0
    solution = course.week("week-12").task("attention").solution.read_text(encoding="utf-8")
    (tmp_path / "student" / "notes.md").write_text(solution, encoding="utf-8")
    git(tmp_path / "student", "add", "notes.md"), git(tmp_path / "student", "commit", "--quiet", "-m", "Notes")
    with pytest.raises(CourseError, match=r"\(notes\.md\) holds a line of"):
        release(tmp_path, ["week-12"], course=course)


def test_what_a_file_would_give_away_is_said_once(tmp_path: Path) -> None:
    """Not again of the zip, nor of a commit that nobody has seen."""
    course = Course.open(copy_of_the_course(tmp_path / "course"))
    release(tmp_path / "out", ["week-12"], course=course)
    solution = "\n".join(TaskSource.read(course.week("week-12").task("attention")).solutions())
    readme = course.exercises / "week-12" / "README.md"
    readme.write_text(f"{readme.read_text(encoding='utf-8')}\n{solution}\n", encoding="utf-8")
    with pytest.raises(CourseError) as refusal:
        release(tmp_path / "out", course=course)
    _, listed, advice = str(refusal.value).split("\n")
    assert listed.startswith("  exercises/week-12/README.md holds a line of the ")
    assert advice == "Take these lines out of the course's public files."


def test_what_has_been_released_is_said_of_the_history_too(tmp_path: Path) -> None:
    release(tmp_path, ["week-12"])
    (tmp_path / "student" / "notes.md").write_bytes(
        Course.open().week("week-12").task("attention").solution.read_bytes()
    )
    git(tmp_path / "student", "add", "notes.md"), git(tmp_path / "student", "commit", "--quiet", "-m", "Notes")
    with pytest.raises(CourseError, match=r"git blob \w+ \(notes.md\) holds.*\nWhat stands in the git history"):
        release(tmp_path, ["week-12"])


def test_the_branch_and_the_push_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release(tmp_path, ["week-12"], quiz=False)
    git(tmp_path / "student", "checkout", "--quiet", "-b", "other")
    git(tmp_path / "student", "remote", "add", "origin", "https://example.org/course.git")
    assert "on the branch" not in capsys.readouterr().out
    release(tmp_path, ["week-12"], quiz=True)
    said = " ".join(capsys.readouterr().out.split())
    assert ", on the branch other)" in said
    assert said.endswith(f"Next: `git push` in {tmp_path / 'student'}.")
    assert git(tmp_path / "student", "log", "-1", "--format=%s") == "week-12: the questions; Makefile, README.md"


# ---------------------------------------------------------------- a copy made from a template


def lines_to_copy(name: str) -> list[list[str]]:
    """Each block of git commands in which that document takes files from a release."""
    blocks = re.findall(r"```\n(.*?)```", (HOME / name).read_text(encoding="utf-8"), re.DOTALL)
    return [block.splitlines() for block in blocks if "FETCH_HEAD" in block]


@pytest.fixture(scope="module")
def both_releases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A student's copy of the first release, without its history; the repository after the second; what that said."""
    out = tmp_path_factory.mktemp("dist")
    release(out, ["week-12"])
    shutil.copytree(out / "student", out / "copy", ignore=shutil.ignore_patterns(".git"))
    git(out / "copy", "init", "--quiet"), git(out / "copy", "add", "--all")
    git(out / "copy", "commit", "--quiet", "-m", "From the template")
    with pytest.MonkeyPatch.context() as patch:
        said = io.StringIO()
        patch.setattr(sys, "stdout", said)
        release(out, ["week-20"])
    return out / "copy", out / "student", said.getvalue()


@pytest.fixture
def copied(both_releases: tuple[Path, Path, str], tmp_path: Path) -> Path:
    return shutil.copytree(both_releases[0], tmp_path / "copy")


def type_in(copy: Path, lines: list[str], address: Path) -> None:
    for line in lines:
        git(copy, *shlex.split(line.replace("ADDRESS", str(address)))[1:])


def test_a_new_week_comes_whole_into_a_copy_of_a_template(copied: Path, both_releases: tuple) -> None:
    """As the document and the release itself say it."""
    _, repository, said = both_releases
    [_, new_week] = lines_to_copy("docs/platforms.md")
    assert [line.strip() for line in said.splitlines() if line.startswith("  git")] == new_week
    work = copied / "exercises" / "week-12" / "softmax.py"
    work.write_text("mine\n", encoding="utf-8")
    type_in(copied, new_week, repository)
    assert work.read_text(encoding="utf-8") == "mine\n"
    assert {path.name for path in copied.iterdir()} == {path.name for path in repository.iterdir()}
    assert "\nlesson:" in (copied / "Makefile").read_text(encoding="utf-8")
    assert (copied / "exercises/week-20/evidence.py").is_file() and (copied / "data/feedback.json").is_file()


def test_a_correction_touches_nothing_that_students_write_in(copied: Path, both_releases: tuple) -> None:
    """Not even what they have not committed."""
    [correction, _] = lines_to_copy("docs/platforms.md")
    week = Course.open().week("week-12")
    for task in week.tasks:
        (copied / "exercises" / week.name / task.filename).write_text("mine\n", encoding="utf-8")
    (copied / "exercises/week-12/week-12.ipynb").write_text("mine\n", encoding="utf-8")
    (copied / "self_checks/week-12/check_softmax.py").write_text("wrong\n", encoding="utf-8")
    type_in(copied, correction, both_releases[1])
    for name in (*(task.filename for task in week.tasks), "week-12.ipynb"):
        assert (copied / "exercises" / week.name / name).read_text(encoding="utf-8") == "mine\n"
    assert (copied / "self_checks/week-12/check_softmax.py").read_text(encoding="utf-8") != "wrong\n"


def test_a_new_task_comes_into_a_copy_of_a_template(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its starter and its checks, by the lines that the release prints; what is written elsewhere stays."""
    release(tmp_path, ["week-12"])
    repository, copy = tmp_path / "student", tmp_path / "copy"
    git(repository, "rm", "--quiet", "exercises/week-12/heads.py", "self_checks/week-12/check_heads.py")
    git(repository, "commit", "--quiet", "-m", "As if heads were still to come")
    shutil.copytree(repository, copy, ignore=shutil.ignore_patterns(".git"))
    git(copy, "init", "--quiet"), git(copy, "add", "--all"), git(copy, "commit", "--quiet", "-m", "From the template")
    (copy / "exercises/week-12/softmax.py").write_text("mine\n", encoding="utf-8")
    capsys.readouterr()
    release(tmp_path, ["week-12"])
    said = capsys.readouterr().out
    assert git(repository, "log", "-1", "--format=%s") == "week-12: heads is new"
    assert "gets heads of week-12 by these lines" in " ".join(said.split())
    type_in(copy, [line.strip() for line in said.splitlines() if line.startswith("  git")], repository)
    for name in ("exercises/week-12/heads.py", "self_checks/week-12/check_heads.py"):
        assert (copy / name).read_bytes() == (repository / name).read_bytes()
    assert (copy / "exercises/week-12/softmax.py").read_text(encoding="utf-8") == "mine\n"


# ---------------------------------------------------------------- what one tries out


def test_trying_the_exercises_in_the_students_folder_does_not_stop_a_release(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = Course.open()
    release(tmp_path, ["week-12"], course=course)
    task = course.week("week-12").task("softmax")
    shutil.copy(task.solution, tmp_path / "student" / "exercises" / "week-12")
    git(tmp_path / "student", "stash"), git(tmp_path / "student", "stash", "apply")
    capsys.readouterr()
    assert release(tmp_path, ["week-12"], course=course) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "holds this release already" in said
    assert "These are not committed, so a push leaves them out: exercises/week-12/softmax.py." in said
