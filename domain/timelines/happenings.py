"""Acts, rolls and notes of a timeline, and what every line says of its time and its causes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.timelines.line import Line, as_words
from domain.timelines.rolls import outcome, roll_of
from domain.timelines.source_ids import SourceIds
from domain.timelines.source_state import SourceState
from domain.timelines.translation import fact_value, fit

_MOST_SINCE, _MOST_TARGETS = 64, 64
_LONGEST_TEXT = 60_000


class Happenings:
    """Translate what happened without changing anything; acts are known by their ids."""

    def __init__(self, ids: SourceIds, state: SourceState) -> None:
        self._ids, self._state = ids, state
        self._acts: dict[str, None] = {}

    def about(self, line: Line) -> dict[str, Any]:
        """Return when a line was, what it follows from, and what else it comes from."""
        said: dict[str, Any] = {
            "time": fit(line.get("t")),
            "row": fit(line.get("src")),
            "after": self._known(line.get("by")),
            "since": self._since(line.get("since")),
            "inferred": line.get("basis") == "simulator",
        }
        return {name: value for name, value in {**said, **self._cause(line)}.items() if value}

    def _cause(self, line: Line) -> dict[str, str]:
        """Return the effect and the subject that a line comes from, and an act not seen."""
        cause = line.get("cause")
        said = cause if isinstance(cause, Mapping) else {"from": cause}
        by, of = fit(line.get("by")), said.get("of")
        words = [fit(said.get("from")), by if by and not self._known(by) else ""]
        if of is not None and not self._state.knows(of):
            words.append(fit(f"of {of}"))
        effect = ", ".join(filter(None, words))
        return {"effect": fit(effect), "of": self._subject(of)}

    def _known(self, act: Any) -> str:
        id = fit(act)
        return id if id in self._acts else ""

    def _since(self, said: Any) -> list[str]:
        """Return the acts that may be the cause: those named, or so many of the last."""
        if isinstance(said, list):
            return [id for each in said if (id := self._known(each))][-_MOST_SINCE:]
        if isinstance(said, int) and not isinstance(said, bool) and said > 0:
            return list(self._acts)[-min(said, _MOST_SINCE) :]
        return [id] if (id := self._known(said)) else []

    def of(self, line: Line) -> dict[str, Any]:
        """Return what a line tells: an act, its end, a roll, or words."""
        match line.k:
            case "act":
                return self._act(line)
            case "act_end":
                return self._end(line)
            case "roll":
                return self._roll(line)
        return self._note(line)

    # --- acts ------------------------------------------------------------------------------

    def _act(self, line: Line) -> dict[str, Any]:
        """Return an act as its source calls it; it follows from the act in which it stands.

        Who never joined, as a player or a rule of the source, is named in its words.
        """
        id, verb, name = fit(line.get("id")), fit(line.get("verb")), fit(line.get("name"))
        strangers = {part: self._strangers(line.get(part)) for part in ("who", "targets")}
        named = {**strangers, "player": fit(line.get("player"))}
        act: dict[str, Any] = {
            "who": self._subject(line.get("who")),
            "manoeuvre": verb or name or "act",
            "using": name if verb else "",
            "targets": self._subjects(line.get("targets")),
            "params": {part: words for part, words in named.items() if words},
            "id": id,
        }
        parent = self._known(line.get("parent"))
        if id:
            self._acts[id] = None
        after = {"after": parent} if parent else {}
        return {"act": {k: v for k, v in act.items() if v}, **after, **_words(line.get("text"))}

    def _end(self, line: Line) -> dict[str, Any]:
        id = self._known(line.get("id"))
        ended = {"what": "outcome", "says": "ended"}
        return {"after": id, "changes": [ended]} if id else _words(f"{line.words('id')} ended")

    # --- rolls -----------------------------------------------------------------------------

    def _roll(self, line: Line) -> dict[str, Any]:
        on, known = fit(line.get("on")), roll_of(line)
        if known is None:
            return _words(self._roll_in_words(line))
        roll = {
            "who": self._subject(line.get("who")),
            "purpose": fit(line.get("for")),
            "on": on,
            **known,
        }
        after = {"after": on} if self._known(on) and not line.get("by") else {}
        told = {name: value for name, value in roll.items() if value not in ("", None, [])}
        return {"rolls": [told], **after, **_words(line.get("text"))}

    def _roll_in_words(self, line: Line) -> str:
        """Return what is known of a roll of which nobody knows the total."""
        parts = ("who", "for", "on", "dice", "total", "dc")
        said = [f"{part} {line.words(part)}" for part in parts if line.words(part)]
        return f"a roll: {', '.join([*said, outcome(line)])}"

    # --- notes -----------------------------------------------------------------------------

    def _note(self, line: Line) -> dict[str, Any]:
        """Return an outcome of the act that a note follows from, and its words."""
        if not self._known(line.get("by")) or not (tag := fit(line.get("tag"))):
            return _words(self._sentence(line))
        amount = fact_value(line.get("amount"))
        said = {
            "by": fit(self._ids.known(line.get("who"))),
            "amount": fit(amount) if isinstance(amount, str | bool) else amount,
            "player": fit(line.get("player")),
            "to": self._strangers(line.get("targets")),
        }
        figures = {name: value for name, value in said.items() if value not in ("", None)}
        outcome = {"what": "outcome", "says": tag, "figures": figures}
        targets = self._subjects(line.get("targets"))
        changes = [outcome | {"of": each} for each in targets] or [outcome]
        return {"changes": changes, **_words(line.get("text"))}

    def _sentence(self, line: Line) -> str:
        """Return all that a note says in words, since it belongs to no act."""
        speaker = ", ".join(filter(None, (line.words("player"), line.words("who"))))
        targets = line.get("targets")
        whom = ", ".join(map(as_words, targets if isinstance(targets, list) else [targets]))
        beside = ", ".join(filter(None, (line.words("tag"), whom, line.words("amount"))))
        words = ": ".join(filter(None, (speaker, line.words("text"))))
        return f"{words} ({beside})" if words and beside else words or beside or "(nothing)"

    # --- who -------------------------------------------------------------------------------

    def _subject(self, who: Any) -> str:
        """Return our id of somebody who ever came; empty for anybody else."""
        return self._ids.subject(as_words(who)) if self._state.knows(who) else ""

    def _subjects(self, said: Any) -> list[str]:
        several: Iterable[Any] = said if isinstance(said, list) else [said]
        return [who for each in several if (who := self._subject(each))][:_MOST_TARGETS]

    def _strangers(self, said: Any) -> str:
        """Return in words those who are named and never came."""
        several: Iterable[Any] = said if isinstance(said, list) else [said]
        known = self._state.knows
        return fit(
            ", ".join(fit(each) for each in several if each not in (None, "") and not known(each))
        )


def _words(said: Any) -> dict[str, str]:
    """Return words as the note of a report; nothing where there are none."""
    words = as_words(said).replace("\0", " ").strip()[:_LONGEST_TEXT]
    return {"note": words} if words else {}
