"""A combat that goes on elsewhere: other keys for its dice, and what they have shown stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.evidence import bundle
from api.evidence.checking import checked
from api.exports import Spoilt, take_in
from api.exports.reading import read
from api.rebuilding import Kept
from api.service import Service
from domain import commands as c
from domain import events as e
from domain.dice import Label, commitment, copies, deck_order, entropy_next, entropy_start, faces
from domain.ruleset import Forbidden, Refused
from domain.rulesets import all_rulesets
from domain.shown import Shown
from domain.table import commitment_of
from domain.wire import Entry
from tests.api.carried import ANNA, elsewhere, fought, lines_of
from tests.api.proven import EYES, noted, on_a_bare_machine, whole
from tests.play import opened, play, say

OWL = "nine owls on a wet gate"


@contextmanager
def moved(service: Service, name: str, folder: Path, *, keyed: bool) -> Iterator[Service]:
    """The combat in another installation, where the referee goes on with it."""
    with elsewhere(folder) as there:
        there.rulesets = service.rulesets
        assert not take_in(there, lines_of(service, name, keyed=keyed)).continues
        say(there, name, c.GoOn())
        yield there


def entries(service: Service, name: str) -> list[Entry]:
    combat = service.combat(name)
    return list(combat.entries(1, combat.line.entries))


def rolled(service: Service, name: str, **more: Any) -> e.DiceRolled:
    """A roll of ana's, as it came."""
    step = say(service, name, c.Roll(**{"who": "ana", "sides": 20, **more}), ANNA).step
    line = service.combat(name).line
    [event] = [x.event for x in entries(service, name)[line.first(step) - 1 : line.last(step)]]
    assert isinstance(event, e.DiceRolled)
    return event


def heads(service: Service, name: str) -> list[Any]:
    """The heads of the feed; none where it is elsewhere."""
    return noted(service, name) if service.combat(name).origin.has_feed else []


def flaws(service: Service, name: str) -> tuple[str, ...]:
    return Kept(service.log, service.vault, service.rulesets()).checked(name).flaws


def bound(service: Service, name: str, roll: e.DiceRolled, entropy: bytes) -> tuple[int, ...]:
    """What a roll is bound to by the keys of this installation."""
    key = service.vault.key(name, roll.key, roll.label.era)
    label = Label(**roll.label.model_dump())
    return faces(key, name, entropy, label, [roll.sides] * len(roll.faces))


@pytest.mark.parametrize("keyed", [True, False], ids=["with keys", "without"])
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
        [shown] = [x.event for x in entries(service, name)
                   if isinstance(x.event, e.DiceRolled) and x.event.who == "ana"]  # fmt: skip
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
                rolled(there, name, faces=(shown.faces[0] % 20 + 1,))
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
                assert read(lines_of(third, name, keyed=keyed)).verifier.dice.shown.era == 3

    def test_everybody_can_verify_it(self, service: Service, tmp_path: Path, keyed: bool):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            play(there, name, Random(3), 20)
            again = rolled(there, name, count=4)
            for eyes in EYES.values():
                assert checked(bundle(there, name, eyes), heads(there, name)).report.flaws == []
            say(there, name, c.End()), say(there, name, c.RevealKeys())
            shown = {x.event.what for x in entries(there, name) if isinstance(x.event, e.Revealed)}
            assert shown == ({"key open", "key open@2"} if keyed else {"key open@2"})
            assert flaws(there, name) == () and len(again.faces) == 4
            told = on_a_bare_machine(tmp_path, whole(there, name, EYES["referee"]))
            assert told.returncode == 0, told.stdout
            assert checked(bundle(there, name)).report.dice >= 4


@pytest.mark.parametrize("keyed", [True, False], ids=["with keys", "without"])
class TestAnEmptyDatabase:
    def test_what_went_on_here_goes_on_from_its_own_export(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            rolled(there, name)
            lines = lines_of(there, name, keyed=keyed)
            due = rolled(there, name, count=3).faces
        emptied(tmp_path)
        with elsewhere(tmp_path) as there:
            taken = take_in(there, lines)
            assert taken.continues and taken.keyed == keyed
            assert rolled(there, name, count=3).faces == due and flaws(there, name) == ()
            for eyes in EYES.values():
                assert checked(bundle(there, name, eyes), heads(there, name)).report.flaws == []
            assert read(lines_of(there, name, keyed=keyed)).verifier.dice.shown.era == 2

    def test_what_began_elsewhere_waits_again_though_its_keys_are_known(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            first = rolled(there, name, count=3).faces
        emptied(tmp_path)
        with elsewhere(tmp_path) as there:
            taken = take_in(there, lines_of(service, name))
            assert not taken.continues and taken.keyed == keyed
            say(there, name, c.GoOn())
            assert rolled(there, name, count=3).faces == first and flaws(there, name) == ()


def emptied(folder: Path) -> None:
    """The other installation loses its database, and keeps its keys."""
    for file in (folder / "elsewhere").glob("combats.db*"):
        file.unlink()


def test_what_went_on_by_the_keys_it_brought_before_there_were_eras_goes_on(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name, keyed=True))
        with monkeypatch.context() as before:
            before.setattr("api.open_combat.came_from_elsewhere", lambda log, name: 0)
            rolled(there, name)
        there.combats.let_go(name)
        assert rolled(there, name, count=2).label.era == 1 and flaws(there, name) == ()


@pytest.mark.parametrize("keyed", [True, False], ids=["with keys", "without"])
def test_heads_that_were_noted_before_are_not_taken_for_another_history(
    service: Service, tmp_path: Path, keyed: bool
):
    name = fought(service)
    before = noted(service, name)
    with moved(service, name, tmp_path, keyed=keyed) as there:
        rolled(there, name)
        assert bool(heads(there, name)) == keyed
        found = {str(flaw) for flaw in checked(bundle(there, name), before).report.flaws}
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


def test_who_made_it_goes_on_with_the_keys_it_is_bound_to(service: Service):
    name = fought(service)
    with pytest.raises(Refused, match="goes on here already"):
        say(service, name, c.GoOn())
    assert rolled(service, name).label.era == 1


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
        report = checked(bundle(there, name)).report
        assert report.flaws == [] and report.cards == 4


def drawn(service: Service, name: str) -> list[str]:
    """All cards that were ever drawn, undone ones too."""
    found = [x.event for x in entries(service, name)]
    return [f"{x.card}#{x.copy_no}" for x in found if isinstance(x, e.CardDrawn)]


@pytest.mark.parametrize("keyed", [True, False], ids=["with keys", "without"])
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
            assert flaws(there, name) == () and checked(bundle(there, name)).report.flaws == []

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
            assert flaws(there, name) == () and checked(bundle(there, name)).report.flaws == []


def test_what_the_referee_rules_of_a_die_he_may_rule_again(service: Service):
    name = fought(service)
    rolled(service, name)
    for face in (20, 12):
        assert corrected(service, name, sides=20, faces=(face,)).faces == (face,)
    assert flaws(service, name) == () and checked(bundle(service, name)).report.flaws == []


def test_more_dice_in_a_correction_keep_those_that_fell(service: Service):
    name = fought(service)
    first = rolled(service, name)
    for count in (2, 3, 1):
        assert corrected(service, name, sides=20, count=count).faces[:1] == first.faces
    say(service, name, c.End()), say(service, name, c.RevealKeys())
    assert flaws(service, name) == () and checked(bundle(service, name)).report.flaws == []


def test_a_die_on_which_another_was_typed_in_is_as_low(service: Service):
    name = fought(service)
    rolled(service, name)
    corrected(service, name, sides=6, faces=(5,))
    assert 13 <= corrected(service, name, sides=20).faces[0] <= 17
    say(service, name, c.End()), say(service, name, c.RevealKeys())
    assert flaws(service, name) == () and checked(bundle(service, name)).report.flaws == []


def corrected(service: Service, name: str, **roll: Any) -> e.DiceRolled:
    """The last roll, decided again as another one, its dice falling now."""
    step = service.combat(name).line.head
    command = c.Roll(**{"who": "ana", **roll})
    say(service, name, c.Correct(how="amend", step=step, command=command, dice="fall", note="so"))
    event = entries(service, name)[-1].event
    assert isinstance(event, e.DiceRolled)
    return event


# --- hosts who cheat -----------------------------------------------------------------------


def another_era(event: e.EraBegan) -> e.EraBegan:
    return event.model_copy(update={"era": 3})


def a_key_less(event: e.EraBegan) -> e.EraBegan:
    return event.model_copy(update={"commitments": {"open": event.commitments["open"]}})


@pytest.mark.parametrize("forged", [another_era, a_key_less])
def test_an_era_that_is_not_the_next_of_all_keys_is_found(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    forged: Callable[[e.EraBegan], e.EraBegan],
):  # fmt: skip
    name = fought(service)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name))
        luck = there.combat(name).luck
        event = forged(luck.next_era())
        monkeypatch.setattr(luck, "next_era", lambda: event)
        say(there, name, c.GoOn())
        assert "it does not begin the next era of all its keys" in "; ".join(flaws(there, name))
        found = checked(bundle(there, name)).report.flaws
        assert any("it does not begin the next era of all keys" in str(flaw) for flaw in found)
        with pytest.raises(Spoilt, match="it does not begin the next era"):
            read(lines_of(there, name))


def test_a_roll_under_the_keys_of_before_is_found(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    with moved(service, name, tmp_path, keyed=True) as there:
        rolled(there, name)
        with monkeypatch.context() as cheat:
            cheat.setattr(Shown, "fresh_label", lambda shown, key, label: label)
            assert rolled(there, name).label.era == 1
        assert "its dice are bound to another label than was due" in "; ".join(flaws(there, name))
        found = checked(bundle(there, name)).report.flaws
        assert any("its dice belong to another round" in str(flaw) for flaw in found)


def test_a_shown_die_cannot_be_turned_within_its_face(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    low = rolled(service, name, sides=2).faces[0]
    low = rolled(service, name, sides=2).faces[0]
    say(service, name, c.Rewind(how="undo"))
    with moved(service, name, tmp_path, keyed=True) as there:
        due = rolled(there, name, sides=2).faces[0], say(there, name, c.Rewind(how="undo"))
        assert due[0] == low
        turned = (low - 1) * 10 + 1 + carried_face(there, name) % 10
        monkeypatch.setattr("domain.fair.carried", lambda die, word, sides: turned)
        assert rolled(there, name, sides=20).faces == (turned,)
        say(there, name, c.End()), say(there, name, c.RevealKeys())
        found = checked(bundle(there, name)).report.flaws
        assert any(f"not [{turned}]" in str(flaw) for flaw in found)


def carried_face(service: Service, name: str) -> int:
    """What a die that was shown comes to as one of twenty sides; it is undone again."""
    roll = rolled(service, name, sides=20)
    say(service, name, c.Rewind(how="undo"))
    return roll.faces[0]


def test_what_was_shown_elsewhere_cannot_fall_anew_here(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    with moved(service, name, tmp_path, keyed=True) as there:
        monkeypatch.setattr(there.combat(name).luck.shown, "dice", {})
        shown = [x.event for x in entries(there, name) if isinstance(x.event, e.DiceRolled)]
        assert rolled(there, name).faces != shown[0].faces
        assert "had shown" in "; ".join(flaws(there, name))
        found = checked(bundle(there, name)).report.flaws
        assert any("had shown" in str(flaw) for flaw in found)
