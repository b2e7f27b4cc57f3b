"""What acts were said to do to pools, in a few words: `-2 HP; Goblin 2 -5 HP, -1 spark`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.state.pools import pool_key
from projections.visibility.visible_log import SeenEntry
from projections.wording.acts import told_behind
from projections.wording.game_words import pool_points, pool_word
from projections.wording.reports import is_reported

GOES_UNSAID = ("pay", "fill")
"""How pools change that is told as a price, or needs no words."""

RESULTS = "results"
"""The parameter of an act that says what came of it."""


def changes_by_act(played: Iterable[SeenEntry], rules: Ruleset) -> dict[str, str]:
    """Return what acts were said to do to pools, by the numbers of their entries.

    What an act did to its own doer comes first, without a name. What the rules made of an act is
    told by its outcome.
    """
    names, acts = dict[str, str](), dict[str, tuple[str, e.Said]]()
    found = defaultdict[str, dict[str, list[str]]](dict)
    for seen in played:
        match seen.event:
            case e.Joined(subject=who, name=name) | e.Edited(subject=who, name=name):
                names[who] = name or names.get(who, who)
            case e.Said() as act if _says_changes(seen, act, rules):
                acts[act.act] = seen.number, act
            case e.PoolChanged(subject=who) as posting if seen.entry.meta.cause in acts:
                number, act = acts[seen.entry.meta.cause]
                if not _goes_unsaid(posting, act, rules):
                    whose = "" if who == act.who else names.get(who, who)
                    found[number].setdefault(whose, []).append(_change(seen, posting, rules))
    return {number: _in_words(changes) for number, changes in found.items()}


def _says_changes(seen: SeenEntry, act: e.Said, rules: Ruleset) -> bool:
    """True for an act that says what it changes, or of which that is reported."""
    return is_reported(seen) or RESULTS in act.params or bool(told_behind(rules, act))


def _goes_unsaid(posting: e.PoolChanged, act: e.Said, rules: Ruleset) -> bool:
    """True for what is paid or filled, for nothing at all, and for what the act's line says."""
    if posting.how in GOES_UNSAID or (posting.how != "set" and not posting.delta):
        return True
    amount = pool_points(rules, posting.pool, abs(posting.delta))
    pool, behind = f" {pool_key(posting.pool, posting.key)}", told_behind(rules, act)
    said = (str(act.params[name]) for name in act.params if name.endswith(pool))
    return amount in said and not any(name.endswith(pool) for name in behind)


def _change(seen: SeenEntry, posting: e.PoolChanged, rules: Ruleset) -> str:
    """`-5 HP`, or of a pool that was set `HP = 5`."""
    if posting.how == "set":
        word = pool_word(rules, posting.pool, posting.key)
        known = seen.says("balance") is not None
        return f"{word} = {pool_points(rules, posting.pool, posting.balance)}" if known else word
    sign = "-" if posting.delta < 0 else "+"
    amount = pool_points(rules, posting.pool, abs(posting.delta))
    return f"{sign}{amount} {pool_word(rules, posting.pool, posting.key, amount)}"


def _in_words(changes: Mapping[str, list[str]]) -> str:
    own_first = sorted(changes, key=bool)
    return "; ".join(f"{who} {', '.join(changes[who])}".strip() for who in own_first)
