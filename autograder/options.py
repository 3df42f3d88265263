"""Options that several verbs have."""

from __future__ import annotations

from typing import Annotated

import typer

WeekOption = Annotated[str | None, typer.Option("--week", metavar="NAME", help="one week, such as week-12")]
TaskOption = Annotated[str | None, typer.Option("--task", metavar="NAME", help="one task, such as softmax")]
