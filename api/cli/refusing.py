"""What went wrong, said to whoever typed the command: in words, or as one problem document."""

from __future__ import annotations

import json
from typing import Any

import click


class Failed(Exception):
    """A command was refused or could not be carried out. `problem` is its problem document."""

    def __init__(self, problem: dict[str, Any]):
        super().__init__(problem["detail"])
        self.problem = problem


def failed(detail: str, **more: Any) -> Failed:
    """A failure of this side of the service."""
    return Failed({"type": "about:blank", "title": "Not done", "detail": detail, **more})


def show(error: Exception, *, as_json: bool) -> int:
    """Say what went wrong on standard error; the exit code."""
    if as_json:
        click.echo(json.dumps(_problem(error), ensure_ascii=False), err=True)
    elif isinstance(error, Failed):
        for line in _told(error.problem):
            click.echo(line, err=True)
    elif isinstance(error, click.ClickException):
        error.show()
    else:
        click.echo("Aborted.", err=True)
    return error.exit_code if isinstance(error, click.ClickException) else 1


def _problem(error: Exception) -> dict[str, Any]:
    if isinstance(error, Failed):
        return error.problem
    said = error.format_message() if isinstance(error, click.ClickException) else "Aborted."
    title = "Wrong usage" if isinstance(error, click.UsageError) else "Not done"
    return {"type": "about:blank", "title": title, "detail": said}


def _told(problem: dict[str, Any]) -> list[str]:
    """The sentence, the clause where it is not in it already, and what to do instead."""
    lines = [click.style("Error: ", fg="red", bold=True) + problem["detail"]]
    for flaw in problem.get("errors") or ():
        if flaw["detail"] not in problem["detail"]:
            lines.append(f"  {flaw.get('pointer') or flaw.get('parameter')}: {flaw['detail']}")
    if legal := problem.get("legal"):
        lines.append("Possible now:")
        lines += [f"  {each['says'] or each['command']['type']}" for each in legal]
    return lines
