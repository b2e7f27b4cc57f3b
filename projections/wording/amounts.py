"""Sentences about chance and stores: dice, cards, postings, conditions, facts, places."""

from __future__ import annotations

from domain import events as e
from domain.events.measures import points
from domain.ruleset.scene import TABLE_SUBJECT
from domain.state.conditions import Condition
from projections.wording import game_words
from projections.wording.context import Telling
from projections.wording.game_words import capital, pool_word
from projections.wording.reports import rolled_by

_SOURCES = {"service": "", "reported": ", as reported"}
"""Who vouches for dice, behind the roll; of others the word for it."""


def roll_sentence(t: Telling, event: e.DiceRolled) -> str:
    """Dice: `Cogan rolls attack 17 = 2d6 [3, 5] + 7 + 2 riposte against 15: hit`.

    Where a report names nobody: `Rolled: damage 6`.
    """
    who, total = rolled_by(t.seen), t.number(event.total)
    source = _SOURCES.get(event.provenance, f", {event.provenance}")
    rolls = f"{capital(t.name(who))} rolls" if who else "Rolled:"
    return f"{rolls} {event.purpose} {total}{_how(t, event)}{_against(t, event)}{source}"


def _how(t: Telling, event: e.DiceRolled) -> str:
    """What a total is made of, as far as it is known."""
    written = f" ({event.text})" if event.text else ""
    if event.lost:
        return f"{written}, faces unknown"
    dice = (group_words(group, t.rules.scale) for group in event.groups)
    parts = [*dice, *(_modifier(t, m) for m in event.modifiers)]
    made_of = " ".join(parts).removeprefix("+ ") or t.number(0)
    return f"{written} = {made_of}"


def _against(t: Telling, event: e.DiceRolled) -> str:
    """The number to reach, and what came of it in a word."""
    target = "" if event.target is None else f" against {t.number(event.target)}"
    return target + (f": {event.outcome}" if event.outcome else "")


def group_words(group: e.DiceGroup, scale: int) -> str:
    """Dice of one size in a sum: `+ 2d20 [17] (without 4)`, or `- 1d4 [3]`."""
    unit = points(abs(group.unit), scale)
    times, sign = "" if unit == "1" else f"{unit} x ", "-" if group.unit < 0 else "+"
    dropped = f" (without {_faces(group.dropped)})" if group.dropped else ""
    return f"{sign} {times}{len(group.faces)}d{group.sides} [{_faces(group.kept)}]{dropped}"


def _faces(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))


def _modifier(t: Telling, modifier: e.Modifier) -> str:
    sign = "-" if modifier.value < 0 else "+"
    return f"{sign} {t.number(abs(modifier.value))} {modifier.source}".rstrip()


def card_sentence(t: Telling, event: e.CardDrawn) -> str:
    """A card, what it counts, and on whose word it was drawn."""
    counts = f" ({t.number(event.rank)})" if event.rank else ""
    source = "" if event.provenance == "service" else f", {event.provenance}"
    return f"{capital(t.name(event.who))} draws {event.card} for {event.purpose}{counts}{source}"


def posting_sentence(t: Telling, event: e.PoolChanged) -> str:
    """A posting: `Erik pays 2 AP, 4 left`."""
    who, pool = t.name(event.subject), pool_word(t.rules, event.pool, event.key)
    if event.how in ("fill", "set"):
        to = "" if t.seen.says("balance") is None else f" to {_of_most(t, event)}"
        return f"{who}: {pool} {'filled' if event.how == 'fill' else 'set'}{to}{_beyond(t, event)}"
    does = game_words.posting_verb(t.rules, event.pool, event.how, event.delta)
    return f"{who} {does} {price(t, event)}"


def _beyond(t: Telling, event: e.PoolChanged) -> str:
    """What a pool was to be set to, where its limits did not let it: `, not to 70`."""
    if event.wanted is None or t.seen.says("wanted") is None:
        return ""
    return f", not to {_points(t, event, event.balance - event.delta + event.wanted)}"


def limit_sentence(t: Telling, event: e.PoolLimited) -> str:
    """The limits of a pool from now on: `Erik: HP from 0 to 59`."""
    least, most = (
        "" if end is None else game_words.pool_points(t.rules, event.pool, end)
        for end in (event.least, event.most)
    )
    says = f"from {least} to {most}" if least and most else least and f"at least {least}"
    says = says or (f"at most {most}" if most else "without limits")
    return f"{t.name(event.subject)}: {pool_word(t.rules, event.pool, event.key)} {says}"


def removal_sentence(t: Telling, event: e.PoolRemoved) -> str:
    """A pool that is there no more: `Erik: no more rage`."""
    return f"{t.name(event.subject)}: no more {pool_word(t.rules, event.pool, event.key)}"


def price(t: Telling, event: e.PoolChanged) -> str:
    """How much of a pool goes, and what is left: `2 AP, 4 left`.

    A game whose pool counts what came says so: `"left wounds": "in all"`.
    """
    amount = _points(t, event, abs(event.delta))
    if event.wanted is not None:
        amount += f" of {_points(t, event, abs(event.wanted))}"
    remains = t.rules.words.get(f"left {event.pool}", "left")
    left = (
        "" if t.seen.says("balance") is None else f", {_points(t, event, event.balance)} {remains}"
    )
    return f"{amount} {pool_word(t.rules, event.pool, event.key, amount)}{left}"


def balance_words(t: Telling, event: e.PoolChanged) -> str:
    """What a pool is filled to: `6 1/2 AP`, `30 of 59 HP`."""
    balance = _of_most(t, event)
    return f"{balance} {pool_word(t.rules, event.pool, event.key, balance)}"


def _of_most(t: Telling, event: e.PoolChanged) -> str:
    """A balance with the most that the pool may hold, where it has one."""
    most = t.after.pools.limits_of(event.subject, event.pool, event.key).most
    of = "" if most is None else f" of {_points(t, event, most)}"
    return _points(t, event, event.balance) + of


def _points(t: Telling, event: e.PoolChanged, value: int) -> str:
    return game_words.pool_points(t.rules, event.pool, value)


def condition_began(t: Telling, event: e.ConditionBegan) -> str:
    """Somebody is under something: `Man: hurt, rolls -2, until the end of the round`."""
    word = game_words.level_word(t.rules, event.name, event.level)
    toward = t.rules.words.get(f"{event.name} toward", "toward")
    said = [
        (word or t.rules.condition_word(event.name)) + (f" ({event.key})" if event.key else ""),
        f"level {event.level}" if event.level and not word else "",
        *(told for mod in event.mods if (told := game_words.effect(t.rules, mod)) not in event.key),
        f"at {event.at}" if event.at else "",
        f"{toward} {t.name(event.toward)}" if event.toward else "",
        f"caused by {t.name(event.source)}" if _is_news(t, event) else "",
        _while(t, event.parent),
        _until(t, event.until) if event.until else "",
        "with concentration" if event.concentration else "",
        *(_reported_details(event.detail) if event.external else ()),
    ]
    return f"{capital(t.name(event.subject))}: {', '.join(filter(None, said))}"


def _reported_details(detail: e.Params) -> list[str]:
    """What a source says of a condition by names of its own: `dc 14`, `no save`."""
    return [f"no {name}" if value is None else f"{name} {value}" for name, value in detail.items()]


def _is_news(t: Telling, event: e.ConditionBegan) -> bool:
    """True where the line of the act does not tell who caused a condition."""
    act = t.act(event.act) or t.act(t.seen.entry.meta.cause)
    return bool(event.source) and (act is None or act.who != event.source)


def _while(t: Telling, parent: str) -> str:
    """With which other condition it ends."""
    other = t.before.conditions.all.get(parent)
    return game_words.while_it_lasts(t.rules, other, t.name) if other else ""


def _until(t: Telling, until: e.Until) -> str:
    """How long it lasts; what lasts as long as another condition says whose that is."""
    told = _while(t, until.name) if until.span == "condition" else ""
    return told or game_words.lasting(t.rules, until, until.left, t.name)


def _whose(t: Telling, condition: str, how: str = "{says}") -> str:
    """A condition that stood a moment ago, with whose it is, said in a way."""
    standing = t.before.conditions.all.get(condition)
    if standing is None:
        return how.format(says=f"something {condition}").capitalize()
    says = how.format(says=t.rules.condition_word(standing.name))
    return f"{capital(t.name(standing.subject))}: {says}"


def condition_changed(t: Telling, event: e.ConditionChanged) -> str:
    """Another level, target or end, or fewer spans to go."""
    standing = t.before.conditions.all.get(event.id)
    left = _what_else(t, event, standing)
    if standing and (word := game_words.level_word(t.rules, standing.name, event.level)):
        key = f" ({standing.key})" if standing.key else ""
        return f"{capital(t.name(standing.subject))}: {word}{key}{left}"
    level = f", level {event.level}" if event.level or (standing and standing.level) else ""
    return f"{_whose(t, event.id)}{level}{left}"


def _what_else(t: Telling, event: e.ConditionChanged, was: Condition | None) -> str:
    """The new target, and how long it lasts now."""
    said = [f"toward {t.name(event.toward) if event.toward else 'nobody'}"]
    said = [] if event.toward is None else said
    said += [f"caused by {t.name(event.source)}"] if event.source else []
    said += [_while(t, event.parent)] if event.parent else []
    said += _reported_details(event.detail)
    until = event.until or (was.until if was else None)
    if event.endless:
        said.append("until ended")
    elif event.until:
        said.append(game_words.lasting(t.rules, until, event.left, t.name))
    elif event.left:
        said.append(game_words.to_go(t.rules, until, event.left))
    return "".join(f", {each}" for each in said)


def condition_ended(t: Telling, event: e.ConditionEnded) -> str:
    """It is over, and why; the game may say how (`"ended": "no longer {says}"`)."""
    why = f" ({_why_over(t, event)})" if event.why else ""
    return f"{_whose(t, event.id, t.rules.words.get('ended', '{says} ends'))}{why}"


def _why_over(t: Telling, event: e.ConditionEnded) -> str:
    """What lasted until an edge of the clock ends there, in the game's own words."""
    standing = t.before.conditions.all.get(event.id)
    until = standing.until if standing else None
    if until is None or event.why != until.reason:
        return event.why
    return game_words.lasting(t.rules, until, 1, t.name).replace("until", "at", 1)


def fact_set(t: Telling, event: e.FactSet) -> str:
    """A tie or a property as it now stands, as the game says it, or a setting of the table."""
    if event.of == TABLE_SUBJECT:
        point = t.rules.point(event.name)
        says, value = point.says if point else event.name, game_words.value_word(event.value)
        return f"{capital(says)}: {value}"
    thing = event.toward not in t.after.roster.members
    return game_words.fact_words(t.rules, t.name, event, thing=thing)


def move_sentence(t: Telling, event: e.Moved) -> str:
    """One leg of a move."""
    was = f"from {event.was} " if event.was else ""
    return f"{capital(t.name(event.subject))} moves {was}to {event.place}"
