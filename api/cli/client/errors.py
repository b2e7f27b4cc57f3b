"""Failures of commands: a sentence for people, or one problem document."""

from __future__ import annotations

import json
from typing import Any

import rich_click as click

from api.cli.client.output import console, styled_text
from api.client import Failed, failure
from api.server.address_file import CannotServe


def problem_of(error: Exception) -> dict[str, Any]:
    """Return the problem document of a failure or a wrong usage."""
    if isinstance(error, CannotServe):
        error = failure(str(error))
    if isinstance(error, Failed):
        return error.problem
    if isinstance(error, OSError):
        error = click.ClickException(f"{error.filename or 'A file'}: {error.strerror or error}.")
    if isinstance(error, UnicodeError):
        error = click.ClickException("A file is no text in UTF-8. Save it as UTF-8.")
    said = error.format_message() if isinstance(error, click.ClickException) else "Aborted."
    title = "Wrong usage" if isinstance(error, click.UsageError) else "Not done"
    return {"type": "about:blank", "title": title, "detail": said}


def report(error: Exception, *, as_json: bool) -> int:
    """Print a failure on standard error; return the exit code."""
    if as_json:
        click.echo(json.dumps(problem_of(error), ensure_ascii=False), err=True)
    elif isinstance(error, click.ClickException):
        error.show()
    else:
        out = console(stderr=True)
        out.print(styled_text("Error:", "bold red"), problem_of(error)["detail"])
        for line in _details(problem_of(error)):
            out.print(line)
    return error.exit_code if isinstance(error, click.ClickException) else 1


def _details(problem: dict[str, Any]) -> list[str]:
    """Return the flaws that the sentence does not name, what is missing, and what can be done."""
    lines = [
        f"  {flaw.get('pointer') or flaw.get('parameter')}: {flaw['detail']}"
        for flaw in problem.get("errors") or ()
        if flaw["detail"] not in problem["detail"]
    ]
    lines += [f"  Missing: {need['says']}" for need in problem.get("missing") or ()]
    if legal := problem.get("legal"):
        lines.append(f"  Legal there: {', '.join(each['name'] for each in legal)}")
    if instead := problem.get("instead"):
        lines.append("Possible now:")
        lines += [f"  {each['says'] or each['command']['type']}" for each in instead]
    return lines
