"""Find what a question asks to explain, by name, id or entry number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from domain import events as e
from domain.ruleset.other_revision import as_asked
from domain.ruleset.scene import TABLE_SUBJECT
from projections.explain import conditions, facts, outcomes, place_in_order, pools, rolls
from projections.explain.results import Detail, Explained, Unclear, Window
from projections.explain.viewpoint import Look
from projections.explain.windows import window
from projections.ledger.ledger import Account
from projections.wording.game_words import level_word, pool_word, word

_ID = re.compile(r"([akq])[0-9]+")
PLACES = ("place", "turn", "go", "order")
"""Words for somebody's place in the order that counts now."""


def explain(look: Look, what: str, entry: Callable[[str], int]) -> Explained:
    """Why something is as it is at a moment; `entry` finds the place of a number, 0 for none.

    Raises Unclear where it cannot be told what is meant, or there is no such thing.
    """
    what = " ".join(what.split())
    if found := _ID.fullmatch(what):
        return _BY_ID[found[1]](look, what)
    if what[:1].isdigit():
        if not (seq := entry(what)):
            raise Unclear(f"there is no entry {what}")
        return of_entry(look, seq)
    try:
        return _of_somebody(look, what)
    except Unclear as unclear:
        raise Unclear(str(unclear), tuple(_accepted(look, unclear.known))) from None


def _accepted(look: Look, asked: Iterable[str]) -> Iterator[str]:
    """Yield what can be explained of what might be asked instead."""
    for what in dict.fromkeys(asked):
        with suppress(Unclear):
            _of_somebody(look, what)
            yield what


# --- of somebody -------------------------------------------------------------------------------


def _of_somebody(look: Look, what: str) -> Explained:
    """Something of somebody; a name may have an `of` in it, so every way to cut it is tried."""
    for thing, who in _cuts(look, what):
        for account in _accounts(look, thing, who):
            return pools.pool(look, account)
        if (scope := _scope(look, thing)) is not None:
            return place_in_order.place(look, who, scope)
        for condition in _conditions(look, thing, who):
            return conditions.condition(look, condition)
        for name in facts.fact_names(look, who):
            if thing in map(_plain, (name, look.rules.fact_word(name))):
                return facts.fact(look, who, name)
        raise Unclear(
            f"{look.name(who)} has nothing called “{thing}” that could be explained",
            _things(look, who),
        )
    people = tuple(m.name for m in look.combat.roster.members.values())
    example = f"place of {people[0]}" if people else "a pool of a fighter"
    raise Unclear(f"name a thing and its owner, such as: {example}", _nearest(look, what))


def _nearest(look: Look, what: str) -> tuple[str, ...]:
    """Return the things of somebody who is named, else that thing of everybody, else the places."""
    members = look.combat.roster.members.values()
    for member in members:
        if _plain(what) in map(_plain, (member.name, member.subject)):
            return _things(look, member.subject)
    thing = tuple(f"{what} of {member.name}" for member in members)
    places = tuple(f"{PLACES[0]} of {member.name}" for member in members)
    return tuple(_accepted(look, thing)) or places


def _cuts(look: Look, what: str) -> Iterator[tuple[str, str]]:
    """The thing and the subject, for each way to read it as `thing of subject`."""
    words = what.split(" ")
    known = {_plain(m.name): m.subject for m in look.combat.roster.members.values()}
    known |= {_plain(who): who for who in (*look.combat.roster.members, *look.combat.pools.of)}
    for place, word_ in enumerate(words):
        who = known.get(_plain(" ".join(words[place + 1 :])))
        if word_ == "of" and who is not None:
            yield _plain(" ".join(words[:place])), who


def _plain(said: str) -> str:
    return said.casefold().strip()


def _accounts(look: Look, thing: str, who: str) -> Iterator[Account]:
    """The account that is meant: by the pool's name, its words, or a colour and either."""
    for account in look.ledger.accounts:
        meant = account.subject == who and thing in _names(look, account)
        if meant and look.ledger.of(account, look.stands):
            yield account


def _names(look: Look, account: Account) -> set[str]:
    kind = look.rules.pool(account.pool)
    called = pool_word(look.rules, account.pool)
    names = {account.pool, called, f"{called} ({account.pool})", kind.says if kind else ""}
    if account.key:
        keyed = {f"{account.key} {name}" for name in names}
        names = {*keyed, f"{account.pool}/{account.key}", account.key}
    return {_plain(name) for name in names}


def _scope(look: Look, thing: str) -> str | None:
    """The order that is meant: "" for the one that counts now, None where none is meant."""
    scopes = {_plain(word(look.rules, scope)): scope for scope in look.combat.clock.orders}
    scopes |= {_plain(scope): scope for scope in look.combat.clock.orders}
    own = {_plain(word(look.rules, "turn")), *PLACES}
    return scopes.get(thing, "" if thing in own else None)


def _conditions(look: Look, thing: str, who: str) -> Iterator[str]:
    """The conditions of somebody that are called so, the newest first."""
    for condition in reversed(look.combat.conditions.on(who)):
        says = look.rules.condition_word(condition.name)
        called = level_word(look.rules, condition.name, condition.level)
        names = (condition.name, condition.key, says, called)
        if thing in map(_plain, names):
            yield condition.id


def _things(look: Look, who: str) -> tuple[str, ...]:
    """What of somebody can be explained, each as it may be asked."""
    posted = (
        pool_word(look.rules, a.pool, a.key) for a in look.ledger.accounts if a.subject == who
    )
    under = (condition.name for condition in look.combat.conditions.on(who))
    known = (look.rules.fact_word(name) for name in facts.fact_names(look, who))
    things = (*posted, *look.combat.clock.orders, *under, *known)
    return tuple(f"{thing} of {look.name(who)}" for thing in things)


# --- by id or number ---------------------------------------------------------------------------


def _question(look: Look, question: str) -> Explained:
    if (found := look.question(question)) is None:
        raise Unclear(f"there is no question {question}")
    closed = look.last("closed", question)
    before = look.entry(closed).entry.meta.parent or 0 if closed else look.node
    shown = window(look, found, before)
    asked = look.number(look.last("asked", question))
    details = [Detail("asked", shown.says, asked)]
    details += [Detail("closed", "it is closed", look.number(closed))] if closed else []
    title = f"{shown.says} (on {shown.on})"
    return Explained("question", "", title, details=tuple(details), window=shown)


def window_now(look: Look) -> Window | None:
    """The question that is open at the moment, if one is."""
    question = as_asked(look.combat, look.rules).exchange.question()
    return window(look, question, look.node) if question else None


def _act(look: Look, act: str) -> Explained:
    if not (said := look.last("act", act)):
        raise Unclear(f"there is no act {act}")
    return of_entry(look, look.last("outcome", act) or said)


_BY_ID: dict[str, Callable[[Look, str], Explained]] = {
    "a": _act,
    "k": conditions.condition,
    "q": _question,
}


def of_entry(look: Look, seq: int) -> Explained:
    """An entry, by what it says: a posting, a roll, an outcome, an order, a condition, a question.

    Of anything else: the sentence, its cause, clause and basis.
    """
    seen = look.entry(seq)
    match seen.event:
        case e.PoolChanged() | e.PoolRemoved() as posted if look.stands(seq):
            return pools.pool(look, Account(posted.subject, posted.pool, posted.key), seq)
        case e.FactSet(of=of, name=name) if of != TABLE_SUBJECT and look.stands(seq):
            return facts.fact(look, of, name)
        case e.DiceRolled() as event:
            return rolls.roll(look, seen, event)
        case e.CardDrawn() as event:
            return rolls.card(look, seen, event)
        case e.Resolved() as event:
            return outcomes.outcome(look, seen, event)
        case e.OrderSet() as event:
            return place_in_order.order(look, seen, event)
        case e.ConditionBegan(id=id) | e.ConditionChanged(id=id) | e.ConditionEnded(id=id) if (
            look.last("condition", id)
        ):
            return conditions.condition(look, id)
        case e.Asked(question=question) | e.Closed(frame=question) if look.last("asked", question):
            return _question(look, question)
    told, who = look.sentence(seen), str(getattr(seen.event, "who", "") or "")
    return Explained("entry", who, told, parts=(look.part(seen, told),))
