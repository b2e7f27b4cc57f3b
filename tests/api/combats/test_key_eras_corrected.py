"""Corrected dice keep what they have shown, also by other keys, and honest ones verify."""

from __future__ import annotations

from pathlib import Path

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.service.service import Service
from domain import commands as c
from domain import events as e
from tests.support.combats.carried import ANNA, fought
from tests.support.combats.moved import BOTH, corrected, entries, flaws, moved, rolled
from tests.support.playing_service import opened, say


@BOTH
class TestCorrections:
    def test_a_corrected_die_that_stands_stays_for_a_die_of_another_size(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        rolled(service, name)
        low = corrected(service, name, sides=6)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            high = corrected(there, name, sides=60)
            assert low.label.kind == high.label.kind == 1 and high.label.era == 2
            assert (low.faces[0] - 1) * 10 < high.faces[0] <= low.faces[0] * 10
            say(there, name, c.End()), say(there, name, c.RevealKeys())
            assert flaws(there, name) == () and check_archive(bundle(there, name)).flaws == []

    def test_one_that_is_carried_over_in_secret_is_the_one_that_was_recorded(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = opened(service, policy="free")
        rolled(service, name)
        say(service, name, c.Roll(who="referee", sides=20, hidden=True))
        secret = corrected(service, name, who="referee", sides=6, hidden=True)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            say(there, name, c.Rewind(how="jump", to=5), ANNA)
            again = entries(there, name)[-1].event
            assert isinstance(again, e.DiceRolled) and again.label.kind == 1
            assert again.faces == secret.faces
            say(there, name, c.End()), say(there, name, c.RevealKeys(hidden=True))
            assert flaws(there, name) == () and check_archive(bundle(there, name)).flaws == []


def test_what_the_referee_rules_of_a_die_he_may_rule_again(service: Service):
    name = fought(service)
    rolled(service, name)
    for face in (20, 12):
        assert corrected(service, name, sides=20, faces={"loose": (face,)}).faces == (face,)
    assert flaws(service, name) == () and check_archive(bundle(service, name)).flaws == []


def test_more_dice_in_a_correction_keep_those_that_fell(service: Service):
    name = fought(service)
    first = rolled(service, name)
    for count in (2, 3, 1):
        assert corrected(service, name, sides=20, count=count).faces[:1] == first.faces
    say(service, name, c.End()), say(service, name, c.RevealKeys())
    assert flaws(service, name) == () and check_archive(bundle(service, name)).flaws == []


def test_a_die_on_which_another_was_typed_in_is_as_low(service: Service):
    name = fought(service)
    rolled(service, name)
    corrected(service, name, sides=6, faces={"loose": (5,)})
    assert 13 <= corrected(service, name, sides=20).faces[0] <= 17
    say(service, name, c.End()), say(service, name, c.RevealKeys())
    assert flaws(service, name) == () and check_archive(bundle(service, name)).flaws == []
