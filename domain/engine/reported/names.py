"""Whom a report means, and which act: each by the id of its source, or by that of the log."""

from __future__ import annotations

from domain.ruleset.ruleset import Refused
from domain.state.conditions import Condition
from domain.state.course.reported import KnownAct
from domain.state.ids import ID
from domain.state.roster import Member
from domain.step.step import Step


def known_member(step: Step, who: str, pointer: str) -> Member:
    """Return somebody who has ever joined; raises Refused for strangers."""
    member = step.member(who)
    if member is None:
        why = f"{who!r} is not in this combat: report that they join first"
        raise Refused("", why, None, pointer)
    return member


def known_act(step: Step, source: str, said: str, pointer: str) -> KnownAct:
    """Return the act of an external or short id; raises Refused where none is known."""
    act = step.combat.reported.act(source, said)
    if act is not None:
        return act
    if not ID.fullmatch(said):
        why = f"no act of {source} is known as {said!r}: report that first"
        raise Refused("", why, None, pointer)
    doing = step.doing(said)
    return KnownAct(said, doing.who if doing else "")


def standing_condition(step: Step, said: str, bearer: str = "") -> Condition | None:
    """Return the youngest condition that stands under an external id or an id of the log.

    With a bearer, only one of theirs: a source may call those of several people the same.
    """
    standing = step.combat.conditions.all.values()
    found = [each for each in standing if said and said in (each.id, each.external)]
    return next((each for each in reversed(found) if bearer in ("", each.subject)), None)
