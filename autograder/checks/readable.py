"""Can files of the course be read at all? What cannot is named by file and line, in a sentence and without frames."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from autograder.course import CourseError


def demand_python(text: str, path: Path) -> None:
    """Raises CourseError, with the line, unless the text is Python."""
    try:
        compile(text, path, "exec", dont_inherit=True)
    except SyntaxError as error:
        raise CourseError(f"{path}:{error.lineno}: this is no Python: {error.msg}.") from error
    except ValueError as error:
        raise CourseError(f"{path}: this is no Python: {error}.") from error


def why_not(path: Path, name: str, error: BaseException) -> str:
    """Why a file could not be loaded: its ``name``, its line, and what Python says.

    >>> why_not(Path("check_softmax.py"), "check_softmax.py", ImportError("No module named 'nothing'"))
    "check_softmax.py: ImportError: No module named 'nothing'."
    """
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f"{name}:{error.lineno}: this is no Python: {error.msg}."
    *_, line = None, *_lines(error.__traceback__, path)
    where = name if line is None else f"{name}:{line}"
    said = " ".join(str(error).split())
    return f"{where}: {type(error).__name__}: {said}{'' if said.endswith(('.', '!', '?')) else '.'}"


def _lines(traceback: TracebackType | None, path: Path) -> Iterator[int]:
    """The file's lines through which the error went, the innermost last."""
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == str(path):
            yield traceback.tb_lineno
        traceback = traceback.tb_next
