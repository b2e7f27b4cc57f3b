"""`correct`: rulings on a past step, and the referee's own hand on what is true now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import rich_click as click

from api.cli.client.commands import DRY_RUN, JSON, YES, Answer, Group, together
from api.cli.client.output import Json
from api.cli.play.dry_run import try_and_do
from api.client import Combat, command


@click.group(cls=Group)
def correct() -> None:
    """Correct a past step of a combat, or adjust what is true now, as the referee.

    Later steps are decided again with their recorded dice: kept, changed, dropped, or stopped
    where nobody has said how to go on. The old line stays; `undo jump` leads back to it.

    Examples:
      combatlog correct annul last --entry 13 --dry-run
      combatlog correct adjust last --pool ana ap -1 --reason "forgot to pay"
    """


FALL = click.option(
    "--fall", is_flag=True, help="Let dice fall where the correction needs new ones."
)

_corrects = together(
    click.option("--step", type=click.IntRange(1), help="The step; or --entry."),
    click.option("--entry", metavar="NUMBER", help="An entry of the step, as `show log` has it."),
    click.option("--upto", type=click.IntRange(1), help="Adopt what follows up to this step."),
    FALL,
    click.option("--note", default="", help="The ruling in words; needed to adopt it."),
    YES,
    DRY_RUN,
)


@correct.combat_command(required=True)
@_corrects
def annul(combat: Combat, **how: Any) -> Answer:
    """Annul a past step of a COMBAT, as if it had not been.

    Examples:
      combatlog correct annul last --entry 13 --dry-run
      combatlog correct annul last --step 9 --dry-run --json
      combatlog correct annul last --step 9 --note "it was not her turn" --yes
    """
    return _correct(combat, {"how": "annul"}, **how)


@correct.combat_command(required=True)
@click.argument("command", type=JSON)
@_corrects
def amend(combat: Combat, command: Json, **how: Any) -> Answer:
    """Put another COMMAND, as JSON, in the place of a past step of a COMBAT.

    Examples:
      combatlog correct amend last '{"type": "pass-all"}' --step 10 --dry-run --json
    """
    return _correct(combat, {"how": "amend", "command": command}, **how)


@correct.combat_command(required=True)
@click.argument("command", type=JSON)
@click.option("--after", is_flag=True, help="After the step; without this, before it.")
@_corrects
def insert(combat: Combat, command: Json, after: bool, **how: Any) -> Answer:
    """Insert a COMMAND, as JSON, before a past step of a COMBAT.

    Examples:
      combatlog correct insert last '{"type": "roll", "who": "ana", "faces": {"loose": [4]}}' --step 7 --dry-run
      combatlog correct insert last '{"type": "roll", "who": "ana", "faces": {"loose": [4]}}' --step 7 --note "the test for footing" --yes --json
    """  # noqa: E501 -- an example is one line
    where = "after" if after else ""
    return _correct(combat, {"how": "insert", "command": command, "where": where}, **how)


@correct.combat_command(required=True)
@click.argument("entry", type=click.IntRange(1))
@click.argument("value")
@click.option("--not", "was", help="The wrong number, as it stands there.")
@click.option("--which", default="", metavar="WORDS", help='Which number: "die 2", "their hp".')
@click.option("--upto", type=click.IntRange(1), help="Adopt what follows up to this entry.")
@FALL
@click.option("--note", default="", help="The ruling in words; else it says what was corrected.")
@YES
@DRY_RUN
def number(
    combat: Combat, entry: int, value: str, fall: bool, yes: bool, dry_run: bool, **words: Any
) -> Answer:
    """Correct one number of an ENTRY of a COMBAT: it was VALUE.

    Name an entry that shows the number, as `show log` has it. The service finds where it was
    entered; where there are several, say --which or --not.

    Examples:
      combatlog correct number last 24 4 --dry-run
      combatlog correct number last 24 4 --not 3 --yes
      combatlog correct number last 24 4 --which die --dry-run --json
    """
    dice = "fall" if fall else ""
    said = {"entry": entry, "value": value, "dice": dice, **words}
    body = command("correct-number", **said)
    return try_and_do(combat, body, _adoption_line, dry_run=dry_run, yes=yes)


def _correct(
    combat: Combat, correction: Json, *, fall: bool, yes: bool, dry_run: bool, **words: Any
) -> Answer:
    """Show what becomes of later steps, ask, and adopt the correction."""
    step, entry = words.pop("step"), words.pop("entry")
    if (step is None) == (entry is None):
        raise click.UsageError("Say which step: --step or --entry.")
    step = step or _step_of(combat, entry)
    dice = "fall" if fall else ""
    body = command("correct", **correction, step=step, dice=dice, **words)
    return try_and_do(combat, body, _adoption_line, dry_run=dry_run, yes=yes)


def _adoption_line(said: Json) -> str:
    return f"Adopted: entry {said['entries'][0]['number']}."


def _step_of(combat: Combat, number: str) -> int:
    """Return the step of an entry."""
    whole, _, private = number.partition(".")
    if not whole.isdecimal() or int(whole) < 1:
        raise click.UsageError(f"{number!r} is no number of an entry.")
    page = combat.get("events", after=whole if private else int(whole) - 1, limit=100)
    found = (row["step"] for row in page["items"] if row["number"] == number)
    if (step := next(found, None)) is None:
        raise click.UsageError(f"There is no entry {number}.")
    return int(step)


# --- the referee's own hand ----------------------------------------------------------------------


@correct.combat_command(required=True)
@click.option("--pool", nargs=3, metavar="WHO POOL POINTS", help='Such as: cogan ap "-1 1/2".')
@click.option("--key", default="", help="Which key of the pool, such as a colour.")
@click.option("--set", is_flag=True, help="POINTS is what it holds from now on.")
@click.option("--least", metavar="POINTS", help="Never less of the pool than that; or none.")
@click.option("--most", metavar="POINTS", help="Never more of the pool than that; or none.")
@click.option("--condition", nargs=2, metavar="WHO NAME", help="Begin a condition.")
@click.option("--end", is_flag=True, help="End that condition instead: NAME, or its id such as k3.")
@click.option("--change", is_flag=True, help="Change that condition instead: level, target, end.")
@click.option("--level", default=None, type=click.IntRange(-1000, 1000), help="Its level.")
@click.option("--source", default="", help="Who caused the condition.")
@click.option("--rounds", default=0, type=click.IntRange(0), help="For so many rounds.")
@click.option("--turns", default=0, type=click.IntRange(0), help="Or for so many turns.")
@click.option("--whose", default="", help="Whose turns are counted; else those of its bearer.")
@click.option("--edge", type=click.Choice(["begin", "end"]), default="end", help="Counted when.")
@click.option("--parent", default="", help="The id of the condition that it ends with.")
@click.option("--concentration", is_flag=True, help="It takes concentration.")
@click.option("--where", default="", help="Where on the body, or alike.")
@click.option("--toward", default="", help="Toward whom a condition or a fact is.")
@click.option("--fact", nargs=3, metavar="WHO NAME VALUE", help="Set a fact; yes and no are words.")
@click.option("--place", nargs=2, metavar="WHO PLACE", help="Put somebody somewhere.")
@click.option("--order", nargs=2, metavar="SCOPE NAMES", help="Who comes when: a,b or a=15,b=9.")
@click.option("--reason", required=True, help="Why; it is kept with the change.")
def adjust(combat: Combat, reason: str, **words: Any) -> Answer:
    """Change something in a COMBAT by the referee's own word: exactly one thing, with its reason.

    POINTS are displayed points, halves and all; they are added to what is left, unless you say
    --set. With --least or --most, 0 points change the limits alone. An order goes by names, or by
    scores; who has two scores has two turns a round.

    Examples:
      combatlog correct adjust last --pool ana ap -1 --reason "forgot to pay"
      combatlog correct adjust last --pool ana ap 3 --set --most 4 --reason "misread"
      combatlog correct adjust last --condition ana hurt --toward bert --reason "a fall"
      combatlog correct adjust last --condition ana hurt --toward bert --end --reason "she rose"
      combatlog correct adjust last --condition ana hurt --rounds 3 --source bert --reason "venom"
      combatlog correct adjust last --condition ana hurt --change --level 2 --reason "worse"
      combatlog correct adjust last --place ana ford --reason "the map says so"
      combatlog correct adjust last --order initiative bert,ana --reason "mixed up" --json
    """
    said = [name for name in _CHANGES if words[name]]
    if len(said) != 1:
        raise click.UsageError("Say exactly one of --" + ", --".join(_CHANGES) + ".")
    change = {"what": said[0], **_CHANGES[said[0]](words, *words[said[0]])}
    found = combat.say("adjust", change=change, note=reason)
    return found, [f"Done: entry {', '.join(e['number'] for e in found['entries'])}."]


def _condition(words: Json, who: str, name: str) -> Json:
    span, left = ("turn", words["turns"]) if words["turns"] else ("round", words["rounds"])
    until = {"span": span, "left": left, "whose": words["whose"], "edge": words["edge"]}
    found: Json = {"subject": who, "name": name, **({"until": until} if left else {})}
    found |= {} if words["level"] is None else {"level": words["level"]}
    if words["change"]:
        toward = {"toward": words["toward"]} if words["toward"] else {}
        return found | toward | {"what": "condition-change"}
    found |= {part: words[part] for part in ("toward", "source", "parent")}
    found |= {"concentration": True} if words["concentration"] else {}
    return found | {"begin": not words["end"], "at": words["where"]}


def _pool(words: Json, who: str, pool: str, points: str) -> Json:
    limits = {end: words[end] for end in ("least", "most") if words[end] is not None}
    found: Json = {"subject": who, "pool": pool, "key": words["key"], **limits}
    if words["set"]:
        return found | {"to": points}
    return found if limits and points == "0" else found | {"delta": points}


def _fact(words: Json, who: str, name: str, value: str) -> Json:
    plain = int(value) if value.removeprefix("-").isdecimal() else value
    return {"of": who, "name": name, "toward": words["toward"], "value": plain}


def _order(words: Json, scope: str, names: str) -> Json:
    places = [name.strip() for name in names.split(",")]
    if "=" not in names:
        return {"scope": scope, "order": places}
    scores: dict[str, list[str]] = {}
    for who, _, score in (place.partition("=") for place in places):
        scores.setdefault(who.strip(), []).append(score.strip())
    return {"scope": scope, "scores": scores}


_CHANGES: Mapping[str, Callable[..., Json]] = {
    "pool": _pool,
    "condition": _condition,
    "fact": _fact,
    "place": lambda words, who, place: {"subject": who, "place": place},
    "order": _order,
}
