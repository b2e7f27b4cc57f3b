"""Every sample is a whole fight: it has an origin, plays to its end, and tells its golden story."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from api.transfer.samples import FOLDER, INSTALLED, load_sample
from domain.state.combat import fold, state_hash
from tests.printed_story import transcript
from tests.support.goldens.samples import FIGHTS, service_in, told

WHOLE = [
    pytest.param(fight, id=f"{fight.parent.parent.name}-{fight.parent.name}") for fight in FIGHTS
]


def test_there_are_samples() -> None:
    assert FIGHTS


@pytest.mark.parametrize("fight", WHOLE)
def test_a_sample_says_where_it_comes_from(fight: Path) -> None:
    assert len(fight.with_name("origin.md").read_text("utf-8")) > 200


@pytest.mark.parametrize("fight", WHOLE)
def test_a_sample_tells_its_golden_story(fight: Path, tmp_path: Path) -> None:
    service = service_in(tmp_path)
    combat = service.combat(load_sample(service, fight))
    assert told(combat) == fight.with_name("transcript.txt").read_text("utf-8")
    full = transcript(combat.entries(1, combat.line.entries), combat.rules, full=True)
    assert not re.search("[{}]", full)
    assert combat.head.roster.ended
    path = combat.path(0, combat.node)
    assert state_hash(fold(path)) == state_hash(combat.head)
    assert not load_sample(service, fight)  # it is loaded once
    service.close()


def test_an_installed_package_brings_the_samples_along() -> None:
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text())
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert (FOLDER.parent / included[FOLDER.name]) == INSTALLED
