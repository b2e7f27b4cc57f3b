"""Findings of an audit in one log: overrides, undos, rulings and dice.

Everything is taken from what its reader sees. Overrides and moves of the head count on every
branch, undone or not; dice count once, where they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.state.ids import cause_of
from domain.state.viewer import REFEREE
from domain.table.undo_requests import Requests
from projections.audit.luck import Fell
from projections.audit.players import Players
from projections.audit.usage import Usage, usage
from projections.story.play_time import step_times
from projections.story.timeline import STORES
from projections.visibility.snapshot import line_of_play
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import NO_TEXTS, Replay, Telling, Texts
from projections.wording.events import kind_of, sentence

OPERATOR, BY_VOTE = "the operator", "the table"
"""Who did what nobody with a name did: who runs the server, and those who voted together."""


class AuditedEntry(NamedTuple):
    """An entry that an audit shows, in words, with the words that were written to it.

    `kind`: ruling, override (the referee's own hand), against (the rules, and kept all the same),
    on behalf (an answer for somebody else), correction, overruled (a move of the head that nobody
    was asked about), own case, new keys (the combat went on elsewhere), or gap (not logged).
    """

    combat: str
    kind: str
    number: str
    by: str
    text: str
    clause: str
    words: str
    undone: bool


class Fight(NamedTuple):
    """A combat that was audited."""

    combat: str
    title: str
    ruleset: str
    entries: int
    rounds: int


class Facts(NamedTuple):
    """What an audit takes from one combat. `people` counts what each did, by name.

    `gaps` are what was not logged, on the line of play.
    """

    fight: Fight
    people: dict[str, Counter[str]]
    irregular: tuple[AuditedEntry, ...]
    rulings: tuple[AuditedEntry, ...]
    fell: tuple[Fell, ...]
    usage: Usage
    gaps: tuple[AuditedEntry, ...] = ()


def audit_facts(
    combat: str, entries: Sequence[SeenEntry], rules: Ruleset, texts: Texts = NO_TEXTS
) -> Facts:
    """The facts of one combat as somebody sees it.

    `texts` gives the names of people and the words that are stored outside the log, by their ids.
    """
    seeing = _AuditReader(combat, rules, texts)
    seeing.standing = set(line_of_play(entries))
    for seen in entries:
        seeing.see(seen)
    head = seeing.replay.head
    names = {m.subject: m.name for m in head.roster.members.values()}
    played = [entries[seq - 1] for seq in sorted(seeing.standing)]
    title = next((s.event.title for s in entries if isinstance(s.event, e.CombatOpened)), "")
    found = seeing.found
    return Facts(
        Fight(combat, title, rules.title, len(entries), head.clock.rounds),
        seeing.people,
        tuple(one for one in found if one.kind not in ("ruling", "gap")),
        tuple(one for one in found if one.kind == "ruling"),
        tuple(_fell(played, Players(entries, head.roster), seeing.person_name, names)),
        usage(played, rules, names, step_times(entries)),
        tuple(one for one in found if one.kind == "gap" and not one.undone),
    )


def _fell(
    played: Sequence[SeenEntry], players: Players, called: Any, names: dict[str, str]
) -> Iterator[Fell]:
    """Yield the dice that stand, by size, each with the person who played the roller."""
    for seen in played:
        if not isinstance(roll := seen.event, e.DiceRolled):
            continue
        # Dice that were reported fell elsewhere: they are nobody's luck here.
        if roll.all_faces and roll.provenance != "reported":
            person = called(players.at(seen.entry.origin, roll.who))
            who = names.get(roll.who, roll.who)
            said = person, who, roll.purpose, roll.provenance
            yield from (Fell(*said, group.sides, group.faces) for group in roll.groups)


def _changes_a_sheet(t: Telling) -> bool:
    """True where a fight is on: until its first round a sheet is still being filled in."""
    event = t.seen.event
    begun = t.before.clock.rounds > 0
    return begun and isinstance(event, e.Edited) and event.traits is not None


class _AuditReader:
    """Reader of one log that collects the findings of an audit."""

    def __init__(self, combat: str, rules: Ruleset, texts: Texts):
        self.combat, self.texts = combat, texts
        self.people: dict[str, Counter[str]] = {}
        self.found: list[AuditedEntry] = []
        self.standing: set[int] = set()
        self.replay = Replay(rules, True, texts)
        self._voted: set[str] = set()
        self._found_in: set[tuple[int, str]] = set()
        self._undo: Requests[e.UndoRequested] = Requests()
        self._step = 0
        self._player = 0, ""

    def person_name(self, person: str) -> str:
        """What a person is called."""
        if person == REFEREE:
            return "the referee"
        return self.texts.get(person) or (OPERATOR if person == "p0" else person)

    def see(self, seen: SeenEntry) -> None:
        """One more entry of the log."""
        meta, event = seen.entry.meta, seen.event
        if (request := self._undo.request) and (how := request.ending(seen.entry)):
            self._count(request.event.asker, how)
        self._undo = self._undo.after(seen.entry, e.UndoRequested)
        look = self._play if seen.entry.is_play else self._table
        look(seen, self.replay.follow(seen))
        if meta.step != self._step and meta.by and not meta.origin:
            self._count(meta.by, "steps")
        self._step = meta.step
        stands = meta.seq in self.standing
        if stands and isinstance(event, e.DiceRolled) and (event.all_faces or event.lost):
            self._count(meta.by, event.provenance)

    def _count(self, person: str, what: str) -> None:
        self.people.setdefault(self.person_name(person), Counter())[what] += 1

    # --- play ------------------------------------------------------------------------------

    def _play(self, seen: SeenEntry, t: Telling) -> None:
        meta = seen.entry.meta
        if isinstance(seen.event, e.Answered | e.Said) and self._player[0] != meta.step:
            self._player = meta.step, seen.event.who
        if meta.stead and (meta.nth == 0 or isinstance(seen.event, e.Answered)):
            self._find("on behalf", t)
        if meta.basis == "against":
            self._find("against", t)
        elif meta.basis == "table" and meta.note and kind_of(seen.event) in STORES:
            if meta.cause not in self._voted:
                self._find("override", t)
        elif meta.basis == "ruled" and not self._is_played(seen):
            self._find("ruling", t)
        if isinstance(seen.event, e.Reported):
            self._count(meta.by, "reports")
        elif isinstance(seen.event, e.Gap):
            self._find("gap", t)
        elif _changes_a_sheet(t):
            self._find("override", t)

    def _is_played(self, seen: SeenEntry) -> bool:
        """True in the step of a fighter: what rests on a table option there is nobody's ruling."""
        return self._player[0] == seen.entry.meta.step and self._player[1] != REFEREE

    def _find(self, kind: str, t: Telling, clause: str = "") -> None:
        """Count an entry for its author, once if it was decided again, and keep it to be shown."""
        meta, note = t.seen.entry.meta, t.seen.entry.meta.note
        undone = t.seen.entry.is_play and meta.seq not in self.standing
        words = self.texts.get(note.id, "") if note else ""
        by, clause = self._author(t), clause or meta.clause
        if not meta.origin or (meta.origin, kind) not in self._found_in:
            self.people.setdefault(by, Counter())[kind] += 1
        self._found_in.add((meta.step, kind))
        self.found.append(
            AuditedEntry(self.combat, kind, t.seen.number, by, sentence(t), clause, words, undone)
        )

    def _author(self, t: Telling) -> str:
        """Return whose an entry is: the table's where a vote brought it about."""
        meta, event = t.seen.entry.meta, t.seen.event
        by_vote = isinstance(event, e.DisputeRuled) and event.by == "vote"
        voted = by_vote or meta.cause in self._voted
        return BY_VOTE if voted else self.person_name(meta.by)

    # --- beside play -----------------------------------------------------------------------

    def _table(self, seen: SeenEntry, t: Telling) -> None:
        match seen.event:
            case e.Rewound() as move:
                self._move(move, t)
            case e.UndoRequested(asker=asker, must=must):
                self._count(asker, "asked")
                if not must:
                    self._count(asker, "allowed")
            case e.DisputeRuled(dispute=dispute, by=by, clause=clause, own_case=own):
                voted = {cause_of(dispute)}
                self._voted = self._voted | voted if by == "vote" else self._voted - voted
                self._find("ruling", t, clause)
                if own:
                    self._find("own case", t)
            case e.EraBegan():
                self._find("new keys", t)
            case _ if seen.entry.meta.behalf:
                self._find("on behalf", t)

    def _move(self, move: e.Rewound, t: Telling) -> None:
        """A move of the head: after a request, by a ruling, or by somebody's own word."""
        by, cause = t.seen.entry.meta.by, t.seen.entry.meta.cause
        if move.why == "correction":
            self._find("correction", t)
        elif not cause:
            self._count(by, "moved")
            if t.seen.entry.meta.basis == "ruled":
                self._find("overruled", t)
