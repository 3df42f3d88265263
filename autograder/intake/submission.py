"""A hand-in as it comes: find the task files in it and read them safely, as text.

>>> Submission.open(Path("exercises")).source(task).problem is None
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path, PurePosixPath

from autograder.course import Task, Week
from autograder.intake import absent, canvas, reading, recognise, unread
from autograder.intake.archive import Archive
from autograder.intake.collected import Collected
from autograder.intake.names import RULES, as_text, squashed
from autograder.intake.recognise import Found
from autograder.intake.source import Source, read_notebook, read_source
from autograder.intake.trees import Folder, Single, Tree, TreeError
from autograder.notebooks import Notebook, is_begun
from autograder.outcomes import Problem


class SubmissionError(Exception):
    """Raised when a path is no submission; its sentence says what was looked for."""


@dataclass(frozen=True)
class Submission:
    """Task files in ``<week>/``, ``exercises/<week>/`` or at the top; else anywhere, and under nearly their name."""

    name: str
    """The path as text that can be written anywhere."""
    tree: Tree

    @classmethod
    def open(cls, path: Path) -> Submission:
        """Raises SubmissionError if there is nothing at that path, or a zip that cannot be read."""
        if not path.exists():
            raise SubmissionError(f"There is nothing at {path}. Give a folder with your task files, or one file.")
        try:
            return cls(as_text(path.as_posix()), tree_at(path))
        except TreeError as error:
            raise SubmissionError(str(error)) from error

    @property
    def is_one_file(self) -> bool:
        return isinstance(self.tree, Single)

    def find(self, task: Task) -> str | None:
        """The path inside the submission of the file or notebook that stands for the task, if any."""
        return self._chosen(task)[0]

    def path(self, task: Task) -> str | None:
        """Where that file lies, as one would look it up."""
        name = self.find(task)
        return None if name is None else as_text(self.tree.shown(name))

    def _inner_path(self, task: Task) -> str | None:
        name = self.find(task)
        return None if name is None else as_text(name)

    def source(self, task: Task) -> Source:
        """The task's text; a missing or unreadable file comes as a Source with a problem, never as an error."""
        return self._chosen(task)[1]

    def _chosen(self, task: Task) -> tuple[str | None, Source]:
        """A file or a notebook and its text: the file, unless only the notebook has been written in."""
        if task.id not in self._sources:
            found = [each for each in (self._by_file(task), self._by_notebook(task)) if each is not None]
            begun = [each for each in found if _is_begun(each[1], task)]
            idle = [each for each in found if each not in begun and not self._is_beside_files(each[0], task)]
            name, source = next(iter([*begun, *idle]), None) or (None, self._nothing(task))
            others = [_two_answers(task, name, other) for other, _ in begun[1:]]
            others += [said for other, text in idle for said in absent.passed_over(task, name, other, text.text)]
            astray = () if begun else self.answers_astray(task).values()
            self._sources[task.id] = name, replace(source, notes=(*source.notes, *others, *astray))
        return self._sources[task.id]

    def _is_beside_files(self, name: str, task: Task) -> bool:
        """Whether it is the week's untouched notebook beside the files that the learner works in."""
        notebook = self._notebook(name) if name.lower().endswith(".ipynb") else None
        return isinstance(notebook, Notebook) and self._are_files(task) and absent.is_untouched(notebook, task)

    def _are_files(self, task: Task) -> bool:
        """Whether other tasks of its week are there as files."""
        return any(self._candidates(each) for each in absent.siblings(task))

    def _nothing(self, task: Task) -> Source:
        """Why there is no text: no file, or nothing of the task in the notebook that holds the rest of its week."""
        notes = absent.whereabouts(self.tree.path, task) if isinstance(self.tree, Folder) else ()
        if not self._are_files(task):
            names = (name for each in absent.siblings(task) for name in self._notebooks_of(each))
            own = (name for name in names if not recognise.of_another_week(_parts(name), task))
            if name := next(own, None):
                return self._in_notebook(name, task)
        return Source(task.filename, problem=absent.no_file(task), notes=notes)

    def _by_file(self, task: Task) -> tuple[str, Source] | None:
        candidates = self._candidates(task)
        if not candidates:
            return None
        chosen = candidates[0]
        notes = (*recognise.how_found(chosen, task), *recognise.also(candidates))
        return chosen.name, replace(read_source(self.tree, chosen.name), notes=notes)

    def _by_notebook(self, task: Task) -> tuple[str, Source] | None:
        """From the first notebook that speaks of the task; a damaged one speaks of every task of its week."""
        name = next(self._notebooks_of(task), None)
        return None if name is None else (name, self._in_notebook(name, task))

    def _in_notebook(self, name: str, task: Task) -> Source:
        """What the notebook of that name holds for the task, or why that cannot be said."""
        notebook = self._notebook(name)
        if isinstance(notebook, Problem):
            return Source(PurePosixPath(name).name, problem=notebook, is_unreadable=True)
        found = notebook.extract(task)
        return Source(found.file, found.text, found.problem, found.notes, found.origins)

    def _notebooks_of(self, task: Task) -> Iterator[str]:
        for name in self._notebooks:
            if not recognise.of_another_week(_parts(name), task):
                notebook = self._notebook(name)
                if isinstance(notebook, Problem) or notebook.has(task):
                    yield name

    @cached_property
    def _notebooks(self) -> list[str]:
        """Every notebook of the submission; the course's own lessons are no hand-in."""
        return [name for name in self.tree.files if name.lower().endswith(".ipynb") and recognise.is_hand_in(name)]

    def _notebook(self, name: str) -> Notebook | Problem:
        """The notebook of that name, read once."""
        if name not in self._read_notebooks:
            self._read_notebooks[name] = read_notebook(self.tree, name)
        return self._read_notebooks[name]

    @cached_property
    def _read_notebooks(self) -> dict[str, Notebook | Problem]:
        return {}

    @cached_property
    def _sources(self) -> dict[str, tuple[str | None, Source]]:
        return {}

    def has_week_folder(self, week: str) -> bool:
        """Whether the submission says by its folders that it holds that week."""
        return any(squashed(week) in map(squashed, recognise.folders_of(name)) for name in self.tree.files)

    def weeks_told(self, weeks: Sequence[Week]) -> list[Week]:
        """Those it clearly speaks of: by a folder, by a task that no other week has, or by what stands in a file."""
        names = Counter(task.name for week in weeks for task in week.tasks)
        return [week for week in weeks if self.has_week_folder(week.name) or self._tells(week, names)]

    def weeks_held(self, weeks: Sequence[Week]) -> list[Week]:
        """The weeks that it is for: those it speaks of, else every one that a file in it has the name for."""
        return self.weeks_told(weeks) or [week for week in weeks if self.holds(week.tasks)]

    def _tells(self, week: Week, names: Counter[str]) -> bool:
        own = [task for task in week.tasks if names[task.name] == 1]
        shared = (task for task in week.tasks if task not in own)
        return self.holds(own) or any(unread.is_answered(self.source(task).text, task) for task in shared)

    def collect(self, week: Week, name: str) -> Collected:
        """Reads every task's text now, under a name of the caller's."""
        sources = {task.name: self.source(task) for task in week.tasks}
        paths = {task.name: self._inner_path(task) for task in week.tasks}
        return Collected(name, sources, paths, self.not_read(week.tasks))

    def not_read(self, tasks: Iterable[Task]) -> tuple[str, ...]:
        """The sentence on code that stands for no task and is in none of their notes; none where all is read."""
        answers = ((name, said, task) for task in tasks for name, said in self.answers_astray(task).items())
        named = {name for name, said, task in answers if said in self.source(task).notes}
        return tuple(map(as_text, unread.told(name for name in self._astray if name not in named)))

    def answers_astray(self, task: Task) -> dict[str, str]:
        """Files in which something of the task is written though nobody reads them, each with a sentence on it."""
        return unread.answers(self._texts_astray, task)

    def answers_astray_together(self, tasks: Iterable[Task]) -> tuple[str, ...]:
        """One sentence on all such files."""
        return unread.answers_together(self._texts_astray, tasks)

    @cached_property
    def _astray(self) -> list[str]:
        """Files of code that stand for no task of any week."""
        names = [name for name in self.tree.files if unread.is_code(name)]
        stand = {each for task in reading.tasks() for each in self._standing_for(task)} if names else set()
        return [name for name in names if name not in stand]

    def _standing_for(self, task: Task) -> Iterator[str]:
        yield from (found.name for found in self._candidates(task))
        yield from self._notebooks_of(task)

    @cached_property
    def _texts_astray(self) -> dict[str, str]:
        """The first of them that are no notebooks, read."""
        names = [name for name in self._astray if not name.lower().endswith(".ipynb")]
        return {name: read_source(self.tree, name).text for name in names[: unread.MOST_SEARCHED]}

    def holds(self, tasks: Iterable[Task]) -> bool:
        """Whether there is a file for any of the tasks."""
        return any(self.find(task) is not None for task in tasks)

    def _candidates(self, task: Task) -> list[Found]:
        """The files that stand for the task, the one to take first."""
        if task.id not in self._known:
            depth = recognise.wrapping([recognise.folders_of(name) for name in self.tree.files], task)
            found = (recognise.recognise(name, meanings, depth, task) for name, meanings in self._meanings.items())
            self._known[task.id] = sorted((each for each in found if each is not None), key=lambda each: each.rank)
        return self._known[task.id]

    @cached_property
    def _meanings(self) -> dict[str, tuple[str, ...]]:
        """How each rule reads each name."""
        return {name: tuple(rule(name) for rule in RULES) for name in self.tree.files}

    @cached_property
    def _known(self) -> dict[str, list[Found]]:
        return {}


def _parts(name: str) -> tuple[str, ...]:
    return PurePosixPath(name).with_suffix("").parts


def _two_answers(task: Task, read: str | None, other: str) -> str:
    return (
        f"{read} and {other} both hold work on {task.name}: {read} was checked. If {other} counts, hand in that alone."
    )


def tree_at(path: Path) -> Tree:
    """What reads the files at a path; raises TreeError for a zip that cannot be read."""
    if path.is_dir():
        return Folder(path)
    return Archive(path) if path.suffix.lower() == ".zip" else Single(path, name=canvas.own_name(path.name))


def _is_begun(source: Source, task: Task) -> bool:
    """Whether there is more than the untouched starter."""
    return source.problem is not None or is_begun(source.text, task)
