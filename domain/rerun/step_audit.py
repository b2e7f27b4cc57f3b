"""Re-judging: one step, decided again from the recorded state before it, under today's rules.

What this finds changes nothing. A combat is folded from what was recorded, whatever the rules say
by now; here it is said what they would say. Each step is judged by itself, so that a difference is
told at the step where the rules differ and nowhere after it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from domain.dice.recorded_dice import NeedsDice, RecordedDice, without_faces
from domain.engine.decide import decide
from domain.rerun.equivalence import Ids, alike
from domain.rerun.rerun import Played
from domain.ruleset.other_revision import UNKNOWN
from domain.ruleset.ruleset import Forbidden, Refused, Ruleset
from domain.state.combat import Combat
from domain.step.draft import Draft

Finding = Literal["same", "differs", "refused", "needs dice", "not judged"]


class Rejudged(NamedTuple):
    """What today's rules say of a step.

    same: what was recorded. differs: `drafts` instead. refused: nothing, because of `why`; the rest
    is in `refusal`. needs dice: a roll or card that never fell. not judged: these rules cannot
    judge it at all.
    """

    played: Played
    finding: Finding
    drafts: tuple[Draft, ...] = ()
    why: str = ""
    refusal: Refused | None = None


def redecide_step(
    before: Combat, played: Played, rules: Ruleset, public: Combat | None = None
) -> Rejudged:
    """Decide a step again from the state before it, with its recorded dice; nothing is drawn.

    `public` is the state before it as everybody sees it.
    """
    dice = RecordedDice(played.origin, played.drafts, before)
    command = without_faces(played.command, played.drafts)
    try:
        step = decide(before, command, rules, dice, played.origin, played.viewer, public)
    except NeedsDice as needs:
        return Rejudged(played, "needs dice", why=str(needs))
    except Forbidden as forbidden:
        return Rejudged(played, "refused", why=str(forbidden))
    except Refused as refused:
        return Rejudged(played, "refused", (), refused.why, refused)
    except UNKNOWN as error:
        return Rejudged(played, "not judged", why=f"these rules cannot go on from there: {error}")
    drafts = dice.as_recorded(step.drafts)
    was, now = Ids(), Ids()
    was.meet(played.origin, played.drafts)
    now.meet(played.origin, drafts)
    same = alike(played.drafts, drafts, was, now)
    return Rejudged(played, "same" if same else "differs", drafts)
