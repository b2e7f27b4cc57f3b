"""What commands are made of: the checked types of their fields, and what all of them share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, StringConstraints

from domain.events import TextRef


def _whole(value: Any) -> Any:
    """JSON has one kind of number: 7.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Int = Annotated[int, BeforeValidator(_whole), Strict(), Field(ge=-(2**31), le=2**31)]
_UNSEEN = r"\x00-\x1f\x7f-\x9f" + "\u2028-\u202e\u2066-\u2069\ufeff"
"""Signs that break a line, turn it round, or show nothing: a name could forge a story with them."""

Word = Annotated[str, StringConstraints(max_length=80, pattern=f"^[^{_UNSEEN}]*$")]
Name = Annotated[Word, StringConstraints(min_length=1)]
Id = Annotated[str, StringConstraints(max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Scalar = Int | bool | Word
Words = Annotated[tuple[Name, ...], Field(max_length=64)]
Faces = Annotated[tuple[Annotated[Int, Field(ge=1, le=1000)], ...], Field(max_length=100)]
Role = Literal["referee", "player", "spectator"]


class Command(BaseModel):
    """What all commands share: a free `note`, kept apart from the log as a person's words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    note: Text | TextRef | None = None
