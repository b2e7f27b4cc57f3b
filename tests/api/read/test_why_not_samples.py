"""Whatever is not offered has its reason, and whatever is offered has none: in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.combats.viewers.viewer_log import Sight, look_of
from api.service.service import OPERATOR
from domain.legality.options import options
from projections.explain import Look
from projections.explain.why_not import Asked, why_not
from tests.support.goldens.samples import FIGHTS, sample_in

NAMES = [f"{fight.parent.parent.name}/{fight.parent.name}" for fight in FIGHTS]
MOMENTS = 5
"""At how many moments of a sample everybody is asked about everything."""


@pytest.mark.sweep
@pytest.mark.parametrize("fight", FIGHTS, ids=NAMES)
def test_what_is_absent_among_the_options_has_a_reason_and_what_is_there_has_none(
    fight: Path, tmp_path: Path
):
    service, name = sample_in(tmp_path, fight)
    combat = service.combat(name)
    sight, denied = Sight(combat, OPERATOR), 0
    for seq in range(len(sight) // 5, len(sight), len(sight) // MOMENTS):
        step = sight.line.step_of(sight.line.node_after(seq))
        look = look_of(combat, sight, sight.line.last(step))
        denied += asked_about_everything(look)
    assert denied > 20
    service.close()


def asked_about_everything(look: Look) -> int:
    """Everybody here is asked about every manoeuvre; how many cannot be done."""
    found = options(look.combat, look.rules, OPERATOR)
    offered = {(o.command.get("who"), o.command.get("manoeuvre")) for o in found}
    denied = 0
    for who in (member.subject for member in look.combat.roster.present()):
        for manoeuvre in look.rules.manoeuvres:
            answer = why_not(look, OPERATOR, Asked(who, manoeuvre.name))
            assert answer.allowed == ((who, manoeuvre.name) in offered), answer.says
            assert answer.allowed or answer.denials
            assert all(denial.why for denial in answer.denials)
            denied += not answer.allowed
    return denied
