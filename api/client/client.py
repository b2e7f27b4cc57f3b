"""An installation and its combats as a program sees them: options, commands, and what happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from api.client.connection import Connection
from api.client.errors import Stale, failure
from api.client.follow import Follower
from api.client.transport import Reply

if TYPE_CHECKING:
    from api.client.answers import BatchResult, CommandResult, Entry, Offer, Offers, Opened

Command = Mapping[str, Any]
"""A command as it is sent: its `type` and its fields."""

NDJSON = "application/x-ndjson"


class Client(Connection):
    """Connection from which combats are reached."""

    def combat(self, name: str) -> Combat:
        """Return a combat; `last` changed last, and is a sample or a what-if only if need be."""
        if name != "last":
            return Combat(self, name)
        found = self.get("/v1/combats", limit=100).json["items"]
        if not found:
            raise failure("There is no combat here yet. `combatlog play FILE` begins one.")
        last = min(found, key=lambda row: bool(row["sample"] or row["origin"]))
        return Combat(self, str(last["combat"]))

    def open_combat(self, ruleset: str, **said: Any) -> Combat:
        """Open a combat of a game, with `title`, `settings`, `preset`, `seats`; return it."""
        return Combat(self, str(self.opened(ruleset=ruleset, **said)["combat"]))

    def opened(self, **said: Any) -> Opened:
        """Open a combat, and return the answer: its id, its head, its seats with their tokens."""
        answer: Opened = self.post("/v1/combats", said, once=True).json
        return answer


class Combat(NamedTuple):
    """One combat, the connection that reaches it, and the token of a seat if that is another."""

    client: Client
    id: str
    token: str = ""

    def address(self, path: str = "") -> str:
        """Return the address of the combat, or of something of it."""
        return f"/v1/combats/{quote(self.id, safe='')}/{path}".rstrip("/")

    def get(self, path: str = "", **query: Any) -> Any:
        """Read something of the combat as JSON."""
        return self.fetch(path, **query).json

    def fetch(self, path: str = "", *, media: str = "", **query: Any) -> Reply:
        """Read something of the combat, as `media` if that is named, with its headers."""
        return self.client.get(self.address(path), token=self.token, media=media, **query)

    def post(self, path: str, body: Any, **more: Any) -> Any:
        """Send something to an address of the combat; return what it caused."""
        more = {"token": self.token, **more}
        return self.client.post(self.address(path), body, **more).json

    def seated(self, token: str) -> Combat:
        """Return the same combat as the seat of a token sees it and plays it."""
        return self._replace(token=token)

    def options(self, **query: Any) -> Offers:
        """Return what may be done next: `options`, each a command with blanks, and the `head`."""
        offers: Offers = self.get("options", **query)
        return offers

    def events(self, after: str = "0", *, follow: bool = False, page: int = 100) -> Iterator[Entry]:
        """Yield the entries after a number; with `follow` each one as it comes, without an end.

        A lost connection is taken up after the last entry. Raises StartOver where what was read no
        longer holds: begin again with new entries after 0.
        """
        if follow:
            yield from Follower(self.client, self.address("events"), after, self.token).entries()
            return
        going: str | None = after
        while going is not None:
            found = self.get("events", after=going, limit=page)
            yield from found["items"]
            going = found["next"]

    def decide(
        self, choose: Callable[[Offers, list[Entry]], Command | None], tries: int = 10
    ) -> CommandResult | None:
        """Send the command that `choose` makes of the options; nothing if it makes none.

        Where play went on meanwhile it chooses again, of new options, with the entries that were
        missed. Raises Stale after so many tries.
        """
        missed: list[Entry] = []
        while True:
            options, tries = self.options(), tries - 1
            command = choose(options, missed)
            if command is None:
                return None
            try:
                return self.send(command, head=options["head"])
            except Stale as stale:
                if not tries:
                    raise
                missed = stale.missed

    def story(self, **query: Any) -> str:
        """Return the fight told as text: up to `at`, with every entry where it is `full`."""
        return self.fetch("timeline", media="text/plain", **query).text

    def say(self, type: str, **fields: Any) -> CommandResult:
        """Send a command, without its empty fields; return what it caused."""
        return self.send(command(type, **fields))

    def dry_run(self, command: Command) -> tuple[Any, str]:
        """Return what a command would change, and the head from which; nothing is done."""
        address = f"{self.address('commands')}?dry-run=1"
        found = self.client.post(address, command, token=self.token)
        return found.json, found.headers["etag"].strip('"')

    def send(self, command: Command, *, head: str = "", **more: Any) -> CommandResult:
        """Send a command and return what it caused; it is carried out once.

        With a `head`, only if nothing happened since: raises Stale. Moves of the head demand one;
        `*` is any.
        """
        result: CommandResult = self.post("commands", command, once=True, **_if_match(head), **more)
        return result

    def batch(
        self, commands: Iterable[Command] | bytes, *, head: str = "", key: str = ""
    ) -> BatchResult:
        """Send commands together, up to 200 of them all or nothing; return what they caused.

        More are carried out up to the first that is refused: see `stopped`. The same key goes on
        where an earlier try was cut off.
        """
        said = {"media": NDJSON, "key": key, **_if_match(head)}
        result: BatchResult = self.post("commands", _lines(commands), once=True, **said)
        return result

    def try_batch(self, commands: Iterable[Command] | bytes) -> Any:
        """Return what commands sent together would change; nothing is done."""
        return self.post("commands?dry-run=1", _lines(commands), media=NDJSON)


def _lines(commands: Iterable[Command] | bytes) -> bytes:
    if isinstance(commands, bytes):
        return commands
    return b"".join(json.dumps(each).encode() + b"\n" for each in commands)


def _if_match(head: str) -> dict[str, str]:
    """Return the header that says from which head; `*` is any."""
    return {"If_Match": head if head == "*" else f'"{head}"'} if head else {}


def command(type: str, **fields: Any) -> dict[str, Any]:
    """Return a command as it is sent, without its empty fields."""
    return {"type": type, **{k: v for k, v in fields.items() if v not in (None, "")}}


def fill(option: Offer, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the command of an option with its blanks filled: values by the blanks' pointers."""
    command: dict[str, Any] = deepcopy(option["command"])
    for pointer, value in values.items():
        steps = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
        place = command
        for step in steps[:-1]:
            place = place.setdefault(step, {})
        place[steps[-1]] = value
    return command
