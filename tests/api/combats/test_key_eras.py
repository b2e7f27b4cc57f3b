"""A combat that goes on elsewhere: other keys for its dice, and what they have shown stays."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.service.service import Service
from api.transfer.import_combat import take_in
from api.transfer.read_export import read
from domain import commands as c
from domain import events as e
from domain.dice.keyed_faces import commitment, copies, entropy_next, entropy_start
from domain.ruleset.ruleset import Forbidden, Refused
from domain.rulesets import all_rulesets
from domain.table.table import commitment_of
from tests.support.combats.carried import ANNA, elsewhere, fought, lines_of
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.moved import BOTH, bound, entries, flaws, heads, moved, rolled
from tests.support.combats.proven import EYES, noted
from tests.support.playing_service import play, say
from tests.support.shown_faces import deck_order

OWL = "nine owls on a wet gate"


@BOTH
class TestGoingOn:
    def test_until_then_it_is_only_read(self, service: Service, tmp_path: Path, keyed: bool):
        name = fought(service)
        with elsewhere(tmp_path) as there:
            take_in(there, lines_of(service, name, keyed=keyed))
            before = there.log.last_seq(name)
            renewed = c.SeatRenew(seat="s1")
            for command in (c.Roll(who="ana"), c.Note(note="hm"), c.Rewind(), renewed):
                with pytest.raises(Refused, match="begun elsewhere and can only be read"):
                    say(there, name, command)
            with pytest.raises(Forbidden, match="only the referee"):
                say(there, name, c.GoOn(), ANNA)
            assert there.log.last_seq(name) == before
            assert there.may(there.combat(name), ANNA) == ()

    def test_its_dice_get_keys_of_this_installation(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            began = entries(there, name)[-1].event
            assert isinstance(began, e.EraBegan) and began.era == 2
            assert began.commitments == {
                domain: commitment(there.vault.key(name, domain, 2), name, 2, domain).hex()
                for domain in ("open", "hidden")
            }
            assert there.vault.key(name, "open", 2) != service.vault.key(name, "open", 2)
            rolled(there, name)
            roll = rolled(there, name, count=6)
            assert (roll.label.era, roll.label.r) == (2, 1)
            assert roll.faces == bound(there, name, roll, entropy_start(name, 2))
            rolled(service, name)
            assert roll.faces != rolled(service, name, count=6).faces
            assert flaws(there, name) == ()

    def test_what_was_shown_stays_and_a_weapon_makes_no_new_luck(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        [shown] = [
            x.event
            for x in entries(service, name)
            if isinstance(x.event, e.DiceRolled) and x.event.who == "ana"
        ]
        with moved(service, name, tmp_path, keyed=keyed) as there:
            again = rolled(there, name, count=3)
            assert (again.faces[:1], again.label.era) == (shown.faces, 2)
            assert again.faces[1:] == bound(there, name, again, entropy_start(name, 2))[1:]
            say(there, name, c.Rewind(how="undo"))
            low = (shown.faces[0] - 1) * 100 // 20
            percent = rolled(there, name, sides=100)
            assert low < percent.faces[0] <= low + 5
            say(there, name, c.Rewind(how="undo"))
            with pytest.raises(Refused, match="these dice were shown before"):
                rolled(there, name, faces={"loose": (shown.faces[0] % 20 + 1,)})
            assert flaws(there, name) == ()

    def test_it_is_for_good_and_told_to_everybody(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            say(there, name, c.Rewind(how="jump", to=4))
            assert there.combat(name).table.salts.era == 2 and not there.combat(name).read_only
            with pytest.raises(Refused, match="goes on here already"):
                say(there, name, c.GoOn())
            began = [x for x in entries(there, name) if isinstance(x.event, e.EraBegan)]
            assert len(began) == 1 and not began[0].meta.audience and not began[0].is_play

    def test_a_restart_changes_nothing(self, service: Service, tmp_path: Path, keyed: bool):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            first = rolled(there, name, count=2)
            there.combat(name).store_caches(all_of_it=True)
            say(there, name, c.Rewind(how="undo"))
            there.combats.let_go(name)
            assert rolled(there, name, count=2).faces == first.faces
            assert there.combat(name).luck.shown.era == 2

    def test_it_goes_on_a_third_time(self, service: Service, tmp_path: Path, keyed: bool):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            rolled(there, name), rolled(there, name)
            lines = lines_of(there, name, keyed=keyed)
            assert (json.loads(lines[0])["keys"] is not None) == keyed
            with elsewhere(tmp_path, "third") as third:
                assert take_in(third, lines).keyed == keyed
                assert lines_of(third, name, keyed=keyed) == lines
                say(third, name, c.GoOn())
                assert rolled(third, name).label.era == 3 and flaws(third, name) == ()
                assert read(lines_of(third, name, keyed=keyed)).log.bonds.era == 3

    def test_everybody_can_verify_it(self, service: Service, tmp_path: Path, keyed: bool):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            play(there, name, Random(3), 20)
            again = rolled(there, name, count=4)
            for eyes in EYES.values():
                assert check_archive(bundle(there, name, eyes), heads(there, name)).flaws == []
            say(there, name, c.End()), say(there, name, c.RevealKeys())
            shown = {x.event.what for x in entries(there, name) if isinstance(x.event, e.Revealed)}
            assert shown == ({"key open", "key open@2"} if keyed else {"key open@2"})
            assert flaws(there, name) == () and len(again.faces) == 4
            assert in_javascript(tmp_path, bundle(there, name)).startswith("HOLDS ")
            assert check_archive(bundle(there, name)).dice >= 4


@BOTH
def test_heads_that_were_noted_before_are_not_taken_for_another_history(
    service: Service, tmp_path: Path, keyed: bool
):
    name = fought(service)
    before = noted(service, name)
    with moved(service, name, tmp_path, keyed=keyed) as there:
        rolled(there, name)
        assert bool(heads(there, name)) == keyed
        found = {str(flaw) for flaw in check_archive(bundle(there, name), before).flaws}
        elsewhere_told = {"the noted head: it is of a feed not told here"}
        assert found == (set() if keyed else elsewhere_told)
        there.combats.let_go(name)
        assert bool(heads(there, name)) == keyed


def test_salts_of_before_count_no_more_and_new_ones_do(service: Service, tmp_path: Path):
    name = fought(service)
    say(service, name, c.Commit(what="salt", commitment=commitment_of("salt", OWL)), ANNA)
    say(service, name, c.Reveal(what="salt", value=OWL), ANNA)
    with moved(service, name, tmp_path, keyed=True) as there:
        assert not there.combat(name).table.salts.opened
        word = "a heron, a herring, a hat"
        say(there, name, c.Commit(what="salt", commitment=commitment_of("salt", word)), ANNA)
        say(there, name, c.Reveal(what="salt", value=word), ANNA)
        for who in ("ana", "bert", "cleo"):
            say(there, name, c.Answer(who=who, about="turn", choice="end"))
        say(there, name, c.Answer(who="referee", about="round", choice="begin"))
        roll = rolled(there, name, count=3)
        salted = entropy_next(entropy_start(name, 2), {1: word})
        assert roll.faces == bound(there, name, roll, salted)
        assert flaws(there, name) == ()


def test_cards_that_were_shown_stay_and_the_others_are_shuffled_anew(
    service: Service, tmp_path: Path
):
    service.rulesets = all_rulesets
    seats = (c.SeatOpen(person="Anna Berg", role="player", combatants=("ana",)),)
    opened = service.open(c.Open(ruleset="open", title="The inn", policy="free"), seats)
    name = opened.combat.name
    say(service, name, c.Join(subject="ana"))
    for _ in range(2):
        say(service, name, c.Draw(who="ana", deck="cards"))
    first, second = drawn(service, name)
    say(service, name, c.Rewind(how="undo"))
    with moved(service, name, tmp_path, keyed=False) as there:
        for _ in range(4):
            say(there, name, c.Draw(who="ana", deck="cards"))
        one, two, three, four, five = drawn(there, name)[0:1] + drawn(there, name)[2:]
        assert (one, two) == (first, second)
        deck = there.combat(name).rules.decks["cards"]
        rest = [card for card in copies(deck) if f"{card.name}#{card.copy}" not in (one, two)]
        due = deck_order(there.vault.key(name, "deck:0", 2), "cards", 0, rest)
        assert [three, four, five] == [f"{card.name}#{card.copy}" for card in due[:3]]
        assert flaws(there, name) == ()
        say(there, name, c.End()), say(there, name, c.RevealKeys())
        report = check_archive(bundle(there, name))
        assert report.flaws == [] and report.cards == 4


def drawn(service: Service, name: str) -> list[str]:
    """All cards that were ever drawn, undone ones too."""
    found = [x.event for x in entries(service, name)]
    return [f"{x.card}#{x.copy_no}" for x in found if isinstance(x, e.CardDrawn)]
