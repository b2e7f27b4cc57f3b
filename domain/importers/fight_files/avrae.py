"""Records of Avrae as FIREBALL has them: NDJSON with messages, commands, automation and states.

The causes are those that the recorder thought probable. Where a state is different and nothing
explains it, the difference was typed in by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.importers.fight_files.automation import rolls_of, texts_of
from domain.importers.fight_files.avrae_state import state_of
from domain.importers.fight_files.snapshots import EMPTY, Said, State, lines_between
from domain.importers.file import File
from domain.importers.findings import Finding, imported, interpreted, left_out
from domain.importers.importer import Imported, Importer, NotReadable
from domain.importers.json_text import as_list, loaded


def recognises(file: File) -> bool:
    """Return whether the first line is an event of a combat of Avrae."""
    return {"combat_id", "event_type", "timestamp"} <= file.first_object.keys()


def read(file: File) -> Imported:
    """Read the events of one combat, in their order."""
    record = Record()
    for at, text in enumerate(file.lines, 1):
        if text.strip():
            record.take(at, text)
    if not record.lines:
        raise NotReadable("No event of this file says anything about a combat.")
    meta = {"k": "meta", "source": "avrae", "fight": record.combat}
    found = tuple(record.findings)
    return Imported(lines=(meta, *record.lines), findings=found, fight=record.combat)


class Record:
    """The lines so far: acts by their ids, and the state that the last event showed."""

    def __init__(self) -> None:
        self.lines: list[Said] = []
        self.findings: list[Finding] = []
        self.combat = ""
        self.state: State = EMPTY
        self._acts: dict[str, str] = {}
        self._last = ""

    def take(self, at: int, text: str) -> None:
        """Read one line of the file."""
        event = _loaded(text)
        kind = str(event.get("event_type", ""))
        self.combat = self.combat or str(event.get("combat_id", ""))
        place = f"line {at}"
        if event.get("combat_id") != self.combat and event:
            why = f"It is of another combat than {self.combat}: import one at a time."
            self.findings.append(left_out(place, text, why))
            return
        reader, said = _READERS.get(kind, (None, "It is no event that says what happened."))
        if reader is Record.changes and not _holds_state(event):
            reader, said = None, "It holds no state of the combat."
        about = {"t": event.get("timestamp"), "src": place}
        self.lines += [{**line, **about} for line in (reader(self, event) if reader else ())]
        say = left_out if reader is None else interpreted if kind in _READ_SO else imported
        self.findings.append(say(place, text, said))

    # --- what was said and done ----------------------------------------------------------------

    def message(self, event: Said) -> Iterator[Said]:
        """Words that somebody wrote, or that the bot answered."""
        if event.get("content"):
            yield {
                "k": "note",
                "tag": "message",
                "text": event["content"],
                "player": _author(event),
            }
        for embed in as_list(event.get("embeds")):
            if words := ". ".join(_words_in(embed)):
                yield {"k": "note", "tag": "result", "text": words, "player": _author(event)}

    def command(self, event: Said) -> Iterator[Said]:
        """A command is an act of whoever is named as its caster."""
        name = str(event.get("command_name") or "command")
        targets = [who for each in _listed(event.get("targets")) if (who := self._who(each))]
        yield self._act(str(event.get("message_id")), name, event, targets)

    def button(self, event: Said) -> Iterator[Said]:
        """A pressed button is an act, too."""
        yield self._act(str(event.get("interaction_id")), str(event.get("button_label")), event, [])

    def automation(self, event: Said) -> Iterator[Said]:
        """Rolls with their outcomes, which follow from the act that was automated."""
        id = str(event.get("interaction_id"))
        caster = self._who(event.get("caster"))
        targets = [who for each in _listed(event.get("targets")) if (who := self._who(each))]
        if id not in self._acts:
            yield self._act(id, "automation", event, targets)
        by = self._acts[id]
        for roll in rolls_of(event.get("automation_result")):
            yield {"k": "roll", "who": caster, "on": by, "by": by, **self._named(roll)}
        for text in texts_of(event.get("automation_result")):
            yield {"k": "note", "tag": "text", "text": text, "by": by}

    def _named(self, roll: Said) -> Said:
        """Return a roll that says by name whom it is against."""
        names = (
            self.state["combatants"].get(who, {}).get("name") for who in roll.pop("targets", ())
        )
        against = ", ".join(filter(None, names))
        return {**roll, "for": f"{roll['for']} against {against}"} if against else roll

    def _act(self, id: str, verb: str, event: Said, targets: list[str]) -> Said:
        self._acts[id] = self._last = f"act {id}"
        said = {"text": event.get("content"), "player": _author(event), "targets": targets}
        known = {name: value for name, value in said.items() if value}
        return {
            "k": "act",
            "id": self._last,
            "verb": verb,
            "who": self._who(event.get("caster")),
            **known,
        }

    def _who(self, said: Any) -> str | None:
        """Return the id of somebody who is named, if they are in the fight."""
        named = said.get("id", said.get("name")) if isinstance(said, Mapping) else said
        people = self.state["combatants"]
        if str(named) in people:
            return str(named)
        name = said.get("name") if isinstance(said, Mapping) else said
        return next((who for who, one in people.items() if one["name"] == name), None)

    # --- states ----------------------------------------------------------------------------------

    def changes(self, event: Said) -> Iterator[Said]:
        """What is different from the state before, with its probable cause."""
        now = state_of(event["data"], str(event.get("human_readable") or ""))
        by = self._acts.get(str(event.get("probable_interaction_id")), "")
        by_hand = {"cause": {"from": "by hand"}} if self.state is not EMPTY else {}
        cause = {"by": by} if by else by_hand
        silent = ("state", "order", "clock", "cond_ticked")
        for line in lines_between(self.state, now):
            yield line if line["k"] in silent else {**line, **cause}
        self.state = now

    def border(self, event: Said) -> Iterator[Said]:
        """The recorder says that a combat begins or ends."""
        yield {"k": "note", "tag": str(event.get("event_type"))}


def _loaded(text: str) -> Said:
    found = loaded(text)
    return found if isinstance(found, dict) else {}


def _holds_state(event: Said) -> bool:
    data = event.get("data")
    return isinstance(data, dict) and isinstance(data.get("combatants"), list)


def _author(event: Said) -> str:
    return str(event.get("author_name") or "")


def _listed(said: Any) -> list[Any]:
    return said if isinstance(said, list) else [] if said is None else [said]


def _words_in(said: Any) -> Iterator[str]:
    """Yield the words of an embed: title, description, names and values of its fields."""
    if isinstance(said, Mapping):
        for name in ("title", "description", "name", "value", "fields"):
            yield from _words_in(said.get(name))
    elif isinstance(said, list):
        for each in said:
            yield from _words_in(each)
    elif isinstance(said, str) and said.strip():
        yield said.strip()


Reader = Callable[[Record, Said], Iterator[Said]]
_READ_SO = ("automation_run", "combat_state_update")
_READERS: dict[str, tuple[Reader, str]] = {
    "message": (Record.message, "It is a note."),
    "command": (Record.command, "It is an act."),
    "button_press": (Record.button, "It is an act."),
    "automation_run": (Record.automation, "Its rolls follow from the act that it carried out."),
    "combat_state_update": (Record.changes, "It is compared with the state before."),
    "combat_start": (Record.border, "It is a note."),
    "combat_end": (Record.border, "It is a note."),
}
"""What reads each kind of event, and what becomes of it."""

IMPORTER = Importer(
    name="avrae",
    reads="records of fights with Avrae, as FIREBALL has them (NDJSON)",
    gives="timeline",
    source="avrae",
    recognises=recognises,
    read=read,
)
