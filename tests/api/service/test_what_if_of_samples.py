"""Every sample can be tried otherwise: a what-if stands as it stood, and is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.evidence.rebuild import Kept
from api.service.what_if import begin, copy_of
from domain.rulesets import all_rulesets
from domain.state.viewer import PUBLIC, TABLE, Viewer
from tests.properties.test_samples import WHOLE
from tests.support.goldens.samples import sample_in


@pytest.mark.sweep
@pytest.mark.parametrize("viewer", [TABLE, PUBLIC], ids=["referee", "spectator"])
@pytest.mark.parametrize("fight", WHOLE)
def test_a_what_if_of_a_sample_stands_as_it_stood(fight: Path, viewer: Viewer, tmp_path: Path):
    service, name = sample_in(tmp_path, fight)
    with service.lock_combat(name) as combat:
        steps = [n for n in range(1, combat.line.steps + 1) if combat.line.is_play(n)]
        for step in (steps[len(steps) // 3], steps[-1]):
            name = f"c-{step}"
            copy = copy_of(service, combat, viewer, step, name, "")
            now = begin(service, combat, name, copy, "", b"").combat.head
            was = combat.view(viewer, combat.line.last(step))
            assert (now.pools, now.facts, now.places) == (was.pools, was.facts, was.places)
            assert list(now.roster.members) == list(was.roster.members)
            assert Kept(service.log, service.vault, all_rulesets()).check_combat(name).flaws == ()
