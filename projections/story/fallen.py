"""The fallen: who cannot act in the end, since when, and whose act it was.

Fighters who rose again are not among them. Those who left while they could not act are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.story.standing import Life, is_down
from projections.visibility.snapshot import START, Moment, advance
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import deed_noun, name_of


class Fallen(NamedTuple):
    """A fighter who fell: the entry and the round, and the act of whom it was, in words.

    `by` and `deed` are empty where no act of another fighter brought them down.
    """

    who: str
    name: str
    side: str
    number: str
    round: int
    by: str = ""
    deed: str = ""


class _Watch:
    """Watch over who falls and rises along a line of play."""

    def __init__(self, rules: Ruleset, life: Life):
        self.rules, self.life, self.moment, self.round = rules, life, START, 0
        self.acts = dict[str, e.Said]()
        self.found = dict[str, Fallen]()

    def see(self, seen: SeenEntry) -> None:
        """Note one more entry."""
        struck, before = _concerned(seen, self.moment), self.moment
        self.moment = advance(before, seen)
        match seen.event:
            case e.RoundBegan(n=n):
                self.round = n
            case e.Said() as act:
                self.acts[act.act] = act
            case e.Joined(subject=who):
                self.found.pop(who, None)
        if struck:
            self._look_at(struck, seen)

    def _look_at(self, who: str, seen: SeenEntry) -> None:
        member = self.moment.combat.roster.get(who)
        if member is None or not member.here:
            return
        if not is_down(self.moment, self.rules, self.life, who):
            self.found.pop(who, None)
        elif who not in self.found:
            by, deed = self._act_behind(who, seen)
            side, number = member.side, seen.number
            self.found[who] = Fallen(who, member.name, side, number, self.round, by, deed)

    def _act_behind(self, who: str, seen: SeenEntry) -> tuple[str, str]:
        """Return who brought somebody down, and by which act, in words."""
        named = seen.event.act if isinstance(seen.event, e.ConditionBegan) else ""
        act = self.acts.get(named) or self.acts.get(seen.entry.meta.cause)
        if act is None or act.who in ("", who):
            return "", ""
        name = name_of(self.moment.combat)
        return name(act.who), deed_noun(self.rules, name, act)


def fallen(played: Iterable[SeenEntry], rules: Ruleset, life: Life) -> tuple[Fallen, ...]:
    """Return who fell and did not rise again, in that order; `life` is of the whole line."""
    watch = _Watch(rules, life)
    for seen in played:
        watch.see(seen)
    moment = watch.moment
    here = moment.combat.roster.get
    return tuple(
        one
        for one in watch.found.values()
        if not ((m := here(one.who)) and m.here) or is_down(moment, rules, life, one.who)
    )


def _concerned(seen: SeenEntry, before: Moment) -> str:
    """Return whose state an entry changes so that they may fall or rise; empty for any other."""
    match seen.event:
        case e.PoolChanged(subject=who, how=how):
            return who if how not in ("pay", "fill") else ""
        case e.ConditionBegan(subject=who):
            return who
        case e.ConditionChanged(id=id) | e.ConditionEnded(id=id):
            standing = before.combat.conditions.all.get(id)
            return standing.subject if standing else ""
    return ""
