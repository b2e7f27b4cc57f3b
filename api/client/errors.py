"""Requests that were refused or not answered, as exceptions with their problem document."""

from __future__ import annotations

from typing import Any


class Failed(Exception):
    """A request was refused or could not be carried out. `problem` is its problem document."""

    def __init__(self, problem: dict[str, Any]):
        super().__init__(problem["detail"])
        self.problem = problem

    @property
    def slug(self) -> str:
        """The last part of the problem's type, such as `refused`; empty for one of this side."""
        kind = str(self.problem["type"])
        return "" if kind == BLANK else kind.rpartition("/")[2]


class NoAnswer(Failed):
    """Nobody answered: no connection, or one that was lost. Was it carried out? Unknown."""


class StartOver(Failed):
    """What was read of a log no longer holds, since the seat or the log changed: read it again."""


class Stale(Failed):
    """Play went on since the caller looked: nothing was done, and this is what they missed."""

    @property
    def head(self) -> str:
        """The head now, for `if_match`."""
        return str(self.problem["head"])

    @property
    def missed(self) -> list[Any]:
        """The entries since then, as the caller sees them; at most a hundred."""
        return list(self.problem["missed"])


BLANK = "about:blank"


def failure(detail: str, **more: Any) -> Failed:
    """Return a failure of this side of the service."""
    return Failed(_problem(detail, **more))


def no_answer(detail: str) -> NoAnswer:
    """Return the failure of a request that nobody answered."""
    return NoAnswer(_problem(detail))


def start_over() -> StartOver:
    """Return the failure of a reader whose log has changed under it."""
    why = "Your seat, or the log, is not what it was. Read the fight again from the start."
    return StartOver(_problem(why))


def _problem(detail: str, **more: Any) -> dict[str, Any]:
    return {"type": BLANK, "title": "Not done", "detail": detail, **more}


def refusal(problem: dict[str, Any]) -> Failed:
    """Return the failure that the problem document of an answer tells of."""
    return (Stale if problem.get("status") == 412 else Failed)(problem)
