"""Types of answers, as the contract has them; tests.support.goldens.contract writes them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class BatchLine(TypedDict):
    """What a line of a batch caused, as its sender sees it: its first hundred entries."""

    entries: list[Entry]
    head: str
    line: int
    step: int
    tokens: NotRequired[dict[str, str] | None]


class BatchResult(TypedDict):
    """What a batch caused. As NDJSON its items come first, and this last without them."""

    done: int
    head: str
    items: list[BatchLine]
    replayed: bool
    stopped: NotRequired[BatchStop | None]


class BatchStop(TypedDict):
    """The line at which a batch stopped, and why; it and all after it were not carried out."""

    line: int
    problem: dict[str, Any]


class BlankSpace(TypedDict):
    """Something left open in an option: put a value that fits `schema` at `pointer`."""

    optional: bool
    pointer: str
    says: str
    schema: dict[str, Any]


class CombatRow(TypedDict):
    """A combat in the list; times are milliseconds since 1970 UTC."""

    campaign: str
    changed_at: int
    combat: str
    maker: str
    members: str
    opened_at: int
    origin: str
    origin_entry: str
    ruleset: str
    sample: bool
    status: Literal["open", "ended"]
    title: str


class CombatShown(TypedDict):
    """A combat: how it is played, who sits at its table and who is there, and where it stands."""

    campaign: str
    changed_at: int
    combat: str
    door: NotRequired[DoorShown | None]
    edition: str
    head: str
    last: str
    maker: str
    members: str
    mode: str
    opened_at: int
    origin: str
    origin_entry: str
    origins: NotRequired[list[str] | None]
    policy: str
    preset: NotRequired[dict[str, Any] | None]
    role: Literal["referee", "player", "spectator"]
    ruleset: str
    sample: bool
    seats: list[SeatTaken]
    sheets: NotRequired[dict[str, dict[str, Any]]]
    status: Literal["open", "ended"]
    title: str
    you: str


class Combats(TypedDict):
    """A page of combats, the newest change first; `next` is the cursor of the next page."""

    campaign: NotRequired[dict[str, Any] | None]
    campaigns: list[str]
    items: list[CombatRow]
    next: str | None


class CommandResult(TypedDict):
    """What a command caused, as its sender sees it: its first hundred entries."""

    entries: list[Entry]
    head: str
    noted: NotRequired[list[str]]
    replayed: bool
    standing: NotRequired[str]
    step: int
    tokens: NotRequired[dict[str, str]]


class Dice(TypedDict):
    """Dice that an answer lets fall; where no faces are sent, the service rolls them."""

    count: int | None
    purpose: str
    says: str
    sides: int


class DoorShown(TypedDict):
    """The open door: as what one comes in, until when, and the code, told only when it is made."""

    code: NotRequired[str | None]
    role: Literal["referee", "player", "spectator"]
    until: int


class EntryNote(TypedDict):
    """Words written to an entry: their name, what binds them, and the words if they still exist."""

    digest: str
    id: str
    words: str


class Offer(TypedDict):
    """Something that may be done next: a command, what is left open in it, what it costs."""

    blanks: list[BlankSpace]
    cards: NotRequired[dict[str, int] | None]
    clause: str
    clause_title: str
    command: dict[str, Any]
    cost: list[Price]
    dice: NotRequired[Dice | None]
    on: str
    says: str


class Offers(TypedDict):
    """Everything that the caller may do next, in the order to offer it."""

    head: str
    names: dict[str, str]
    options: list[Offer]


class Opened(TypedDict):
    """A new combat and the tokens of its seats."""

    combat: str
    head: str
    hint: NotRequired[str]
    left_out: NotRequired[list[str]]
    seats: list[SeatShown]


class Price(TypedDict):
    """What something costs of a pool, in displayed points: 1.5."""

    amount: float
    at_most: NotRequired[float | None]
    key: str
    pool: str
    says: str
    unit: float


class SeatShown(TypedDict):
    """A place at the table. Its token is shown when it is made, and never again."""

    combatants: list[str]
    is_open: bool
    name: str
    person: str
    role: Literal["referee", "player", "spectator"]
    seat: str
    token: NotRequired[str]


class SeatTaken(TypedDict):
    """A seat, and for the referee whether somebody on it asked for anything within a minute."""

    combatants: list[str]
    here: NotRequired[bool | None]
    is_open: bool
    name: str
    person: str
    role: Literal["referee", "player", "spectator"]
    seat: str
    token: NotRequired[str]


class Story(TypedDict):
    """The lines of the story; `number` is the last entry that is in it."""

    items: list[StoryLine]
    names: dict[str, str]
    next: str | None
    number: str


class StoryLine(TypedDict):
    """One line of the story, linked to its entry by the public number."""

    depth: int
    kind: str
    number: str
    text: str
    undone: bool


Entry = TypedDict(
    "Entry",
    {
        "again": NotRequired[int],
        "answers": list[Any] | None,
        "at": int,
        "basis": str,
        "by": str,
        "by_name": str,
        "cause": str,
        "clause": str,
        "event": dict[str, Any],
        "for": str,
        "in_place_of": NotRequired[Literal["away", "here"]],
        "names": dict[str, str],
        "note": NotRequired[EntryNote],
        "number": str,
        "parent": str | None,
        "step": int,
        "type": str,
    },
)
"""One line of the log as the caller sees it, in numbers and names of their own."""
