"""Runs what a learner has written, in the page's Python, and says in sentences what a page cannot do.

>>> run("print(1 + 1)")
{'printed': '2\\n', 'error': ''}
"""

from __future__ import annotations

import builtins
import io
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout

NAME = "your program"
MOST = 20_000
"""Characters; nobody reads more, and a page must not fill up."""
NO_INPUT = "This page has no keyboard input: write the value into the program instead of input()."


class TooMuch(Exception):
    """Raised when a program prints without end."""


class Printed(io.StringIO):
    """What was printed, up to MOST characters."""

    def write(self, text: str) -> int:
        room = MOST - self.tell()
        super().write(text[:room])
        if len(text) > room:
            raise TooMuch(f"Stopped: more than {MOST} characters were printed.")
        return len(text)


def run(source: str) -> dict[str, str]:
    """What the program printed, and the sentence about its error, "" if there was none.

    The names are new each time; what a program changes inside a module stays until Python starts again.
    """
    printed, error = Printed(), ""
    known, builtins.input = builtins.input, _no_input
    try:
        with redirect_stdout(printed), redirect_stderr(printed):
            exec(compile(source, NAME, "exec"), {"__name__": "__main__"})
    except SystemExit:
        pass
    except BaseException as problem:
        error = _sentence(problem)
    finally:
        builtins.input = known
    return {"printed": printed.getvalue(), "error": error}


def _no_input(prompt: object = "") -> str:
    raise RuntimeError(NO_INPUT)


def _sentence(problem: BaseException) -> str:
    """The error as a learner can use it: the line of the program, the kind, and what to do where we know it."""
    if isinstance(problem, TooMuch):
        return str(problem)
    if isinstance(problem, ModuleNotFoundError):
        return _missing(problem)
    said = "".join(traceback.format_exception_only(problem)).strip()
    if isinstance(problem, SyntaxError):
        return said
    line = _line(problem)
    return f"Line {line}: {said}" if line else said


def _missing(problem: ModuleNotFoundError) -> str:
    name = str(problem.name or "that module")
    if name.partition(".")[0] in sys.stdlib_module_names:
        return f"{name} is part of Python, but it is not in this page. Run the program on your own machine."
    return f"{name} is not in this page, which has Python's standard library alone. Use lists here instead."


def _line(problem: BaseException) -> int | None:
    """The last line of the learner's own program on the way to the error."""
    frames = traceback.extract_tb(problem.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == NAME), None)
