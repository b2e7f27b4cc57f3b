"""Dice and cards in an archive: recomputed from revealed keys, under labels nobody chose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.cli import main
from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.evidence.checks.dice_checks import CardChecks
from api.evidence.checks.flaws import Flaw
from api.evidence.checks.label_checks import LabelChecks
from api.evidence.checks.log_checks import LogChecks
from api.evidence.heads import canonical
from api.evidence.rebuild import Kept
from api.evidence.zip_archive import pack_archive
from api.service.service import Service
from api.transfer.samples import load_sample
from api.vault.key_files import SAMPLE_PREFIX
from domain import commands as c
from domain import events as e
from domain.dice.keyed_faces import cards_commitment
from domain.events import CardDrawn, DiceRolled, DieLabel
from domain.log.codec import Entry, Meta
from domain.rulesets import all_rulesets
from domain.state.combat import EMPTY
from tests.support.combats.bundled import BO, afresh, corrected, dealt, drawn, flaws, in_public
from tests.support.combats.carried import ANNA
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.proven import EYES, log_of
from tests.support.goldens.samples import FIGHTS, service_in
from tests.support.playing_service import say
from tests.support.tampering.edited import Bundle
from tests.support.tampering.edited_sealed import resealed


def test_dice_are_recomputed_from_their_revealed_key(service: Service):
    name = in_public(service)
    data = bundle(service, name)
    rolled = [e.event for e in log_of(service, name) if isinstance(e.event, DiceRolled)]
    assert (
        check_archive(data).dice
        == sum(len(roll.faces) for roll in rolled if roll.provenance == "service")
        > 5
    )


def test_cards_are_recomputed_from_their_revealed_key(service: Service, tmp_path: Path):
    """Seven by the service, of which two came again where they had been shown; two were typed."""
    name = dealt(service)
    report = check_archive(data := bundle(service, name))
    assert (report.flaws, len(drawn(service, name)), report.cards) == ([], 9, 7)
    (file := tmp_path / "fight.zip").write_bytes(data)
    told = CliRunner().invoke(main, ["evidence", "verify", str(file)]).stdout
    assert "0 dice and 7 cards are those of their revealed keys" in told
    assert "'cards' has 52 cards" in told


@pytest.mark.parametrize("cards", [None, ["ace"], ["ace", "king"]])
def test_no_deck_goes_without_the_commitment_to_its_cards(cards: list[str] | None):
    """Else whoever made the archive could say afterwards which cards were in it."""
    checks = LogChecks("c-1", {}, cards=CardChecks([["fate", ["ace", "king"]]], {}))
    bound = {"open": "00" * 32, "deck:0": "11" * 32}
    if cards is not None:
        bound["cards:0"] = cards_commitment("fate", cards).hex()
    opened = e.CombatOpened(ruleset="toy", edition="1", commitments=bound)
    entry = Entry(Meta(seq=1, step=1, number=1, parent=0, at=0), opened)
    if cards == ["ace", "king"]:
        checks.take(entry, command_closed=True)
        return
    with pytest.raises(Flaw, match="entry 1: the decks are not those that were committed to"):
        checks.take(entry, command_closed=True)


def test_cards_that_a_correction_keeps_are_not_called_forged(service: Service):
    """The first card never was; who drew after it keeps what he drew, and the next is the first."""
    name = dealt(service)
    first, *later = drawn(service, name)
    step = next(x.step for x in log_of(service, name) if x.event == first)
    say(service, name, c.Correct(how="annul", step=step, note="too early"))
    say(service, name, c.Draw(who="ana", deck="cards"))
    cards = [event.card for event in drawn(service, name)]
    assert cards[-6:] == [later[0].card, *(event.card for event in later[-4:]), first.card]
    report = check_archive(bundle(service, name))
    assert (report.flaws, report.cards) == ([], 7 + 4 + 1)


def test_a_card_that_a_correction_types_in_is_not_one_that_was_swapped(service: Service):
    """The referee puts a card in, where another had been shown; and says that one was another."""
    name = dealt(service)
    first, *_ = (x for x in log_of(service, name) if isinstance(x.event, CardDrawn))
    seven, six = (c.Draw(who="ana", deck="cards", card=f"{n} of clubs") for n in (7, 6))
    said: dict[str, Any] = {"step": first.step, "note": "so it lay"}
    say(service, name, c.Correct(how="insert", command=seven, **said))
    again = next(x.step for x in log_of(service, name) if x.meta.origin == first.step)
    say(service, name, c.Correct(how="amend", command=six, **{**said, "step": again}))
    assert [event.card for event in drawn(service, name)][-6:-3] == [
        "6 of clubs",
        "10 of spades",
        "10 of diamonds",
    ]
    assert Kept(service.log, service.vault, service.rulesets()).check_combat(name).flaws == ()
    assert check_archive(bundle(service, name)).flaws == []


@pytest.mark.parametrize("who", EYES)
def test_what_fell_anew_by_consent_verifies_for_everybody(service: Service, who: str):
    name = afresh(service)
    fell = [x.event for x in log_of(service, name) if isinstance(x.event, DiceRolled | CardDrawn)]
    fresh = [each.fresh if isinstance(each, CardDrawn) else each.label.fresh for each in fell]
    assert fresh == [0, 1, 0, 1, 0, 1, 0]
    assert flaws(bundle(service, name, EYES[who])) == []


def test_fresh_dice_stay_what_they_are_in_a_correction(service: Service):
    assert flaws(bundle(service, corrected(service))) == []


def test_a_newcomer_rolls_anew_by_leave_of_the_table(service: Service):
    name = afresh(service)
    combat = service.combat(name)
    came = next(x for x in log_of(service, name) if isinstance(x.event, e.Joined))
    say(service, name, c.Rewind(how="jump", to=came.meta.number - 1), ANNA)
    say(service, name, c.AskFreshDice(about=came.meta.number), ANNA)
    say(service, name, c.AnswerFreshDice(choice="agree"), BO)
    say(service, name, c.AnswerFreshDice(choice="agree"))
    say(service, name, c.Join(subject="cleo"))
    say(service, name, c.Roll(who="cleo", sides=20))
    last = combat.head.roster.members["cleo"].roller, log_of(service, name)[-1].event
    assert last[0] == 1 and isinstance(last[1], DiceRolled) and last[1].label.fresh == 2
    assert flaws(bundle(service, name)) == []


def test_cards_of_a_deck_that_the_log_lists_are_recomputed(tmp_path: Path):
    """The activation deck has a card for each who is to go: who is here says how many."""
    lines = next(f for f in FIGHTS if f.parent.name == "lamplighters-alley").read_text()
    *before, draw = lines.splitlines()[:9]
    file = tmp_path / "arq" / "alley" / "fight.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("\n".join([*before, draw.replace(', "card": "foe"', "")]))
    service = service_in(tmp_path)
    of = Bundle.of(bundle(service, load_sample(service, file)))
    assert check_archive(pack_archive(of.files)).cards == 1
    at = next(n for n, entry in enumerate(of.entries) if b"combat.card-drawn/1" in entry)
    entry, swap = of.entries[at], {b"foe": b"player", b"player": b"foe"}
    card = next(card for card in swap if b'"card":"%s"' % card in entry)
    entry = entry.replace(b'"card":"%s"' % card, b'"card":"%s"' % swap[card])
    entries = [*of.entries[:at], entry, *of.entries[at + 1 :]]
    assert flaws(resealed(of, entries)) == [f"entry {at + 1}"]
    service.close()


def two_decks(service: Service) -> str:
    """Two players draw from decks of the same cards, one of which was added to; keys are known."""
    service.rulesets, name = all_rulesets, f"{SAMPLE_PREFIX}decks"
    opened = c.Open(ruleset="arq", settings={"cards": "the Axe, the Mud, the Star"})
    service.open(opened, (), name=name, sample=True)
    for who in ("cat", "dan", *FOES):
        say(service, name, c.Join(subject=who, traits={"foe": True} if who in FOES else {}))
    wound = c.ConditionFix(subject="cat", name="extra card", at="a wound")
    say(service, name, c.Adjust(change=wound, note="a cut"))
    say(service, name, c.Answer(who="referee", about="round", choice="begin"))
    say(service, name, c.Answer(who="referee", about="intents", choice="settled"))
    for nth, foe in enumerate(FOES):
        who = ("cat", "dan")[nth % 2]
        dash = c.Act(who="referee", manoeuvre="dash", targets=(foe,), using=who)
        say(service, name, dash)
        say(service, name, c.Answer(who=who, about="test", choice="draw"))
        say(service, name, c.Answer(who=who, about="outcome", choice="ties"))
    return name


FOES = tuple(f"orc-{nth}" for nth in range(10))


def test_each_players_cards_are_recomputed_and_one_of_another_deck_is_found(service: Service):
    name = two_decks(service)
    of = {who: [x.card for x in drawn(service, name) if x.who == who] for who in ("cat", "dan")}
    assert sorted(of["cat"][:4]) == ["a wound", "the Axe", "the Mud", "the Star"]
    assert sorted(of["dan"][:3]) == ["the Axe", "the Mud", "the Star"]
    data = bundle(service, name)
    assert (flaws(data), check_archive(data).cards) == ([], len(FOES))
    first = log_of(service, name).index(next(x for x in log_of(service, name) if _is_dans(x.event)))
    entries = list(Bundle.of(data).entries)
    entries[first] = entries[first].replace(of["dan"][0].encode(), b"a wound")
    assert flaws(resealed(Bundle.of(data), entries)) == [f"entry {first + 1}"]


def _is_dans(event: e.Event) -> bool:
    return isinstance(event, CardDrawn) and event.who == "dan"


def test_an_undone_card_of_one_player_comes_again_whatever_the_other_drew(service: Service):
    name = two_decks(service)
    before = [(x.who, x.card) for x in drawn(service, name)]
    for _ in range(3 * 4):
        say(service, name, c.Rewind(how="undo"))
    for nth, foe in tuple(enumerate(FOES))[-4:]:
        who = ("dan", "cat")[nth % 2]
        say(service, name, c.Act(who="referee", manoeuvre="dash", targets=(foe,), using=who))
        say(service, name, c.Answer(who=who, about="test", choice="draw"))
        say(service, name, c.Answer(who=who, about="outcome", choice="ties"))
    again = [(x.who, x.card) for x in drawn(service, name)][-4:]
    for who in ("cat", "dan"):
        assert [pair for pair in again if pair[0] == who] == [
            pair for pair in before[-4:] if pair[0] == who
        ]
    assert flaws(bundle(service, name)) == []


def test_another_key_than_the_committed_one_is_found(service: Service):
    data = Bundle.of(bundle(service, in_public(service)))
    keys = json.loads(data.files["reveal.json"])
    keys["open"] = keys["hidden"]
    assert flaws(data.with_file("reveal.json", canonical(keys))) == ["entry 1"]


@pytest.mark.parametrize("old, new", [(b'"r":0', b'"r":1'), (b'"roller":1', b'"roller":2')])
def test_a_die_under_a_label_that_somebody_chose_is_found(service: Service, old: bytes, new: bytes):
    name = in_public(service)
    data = Bundle.of(bundle(service, name))
    at = next(
        n
        for n, e in enumerate(data.entries)
        if b"dice-rolled" in e and b'"label"' in e and old in e and b'"service"' in e
    )
    place = data.entries[at].rindex(b'"label"')
    changed = data.entries[at][:place] + data.entries[at][place:].replace(old, new, 1)
    entries = [*data.entries[:at], changed, *data.entries[at + 1 :]]
    assert flaws(resealed(data, entries)) == [f"entry {at + 1}"]


def test_dice_that_a_correction_keeps_verify_in_javascript_too(service: Service, tmp_path: Path):
    name = corrected(service)
    origins = [x.meta.origin for x in log_of(service, name) if isinstance(x.event, DiceRolled)]
    assert any(origins)
    data = bundle(service, name)
    dice = check_archive(data).dice
    assert in_javascript(tmp_path, data).endswith(f", {dice} dice\n")


def test_dice_that_never_fell_are_in_no_correction(service: Service):
    """Whoever calls dice those of a correction has to have had them in the step that it mends."""
    of = Bundle.of(bundle(service, corrected(service)))
    at = next(n for n, x in enumerate(of.entries) if b"dice-rolled" in x and b'"origin":' in x)
    entry = of.entries[at].replace(b'"r":0', b'"r":7')
    assert entry != of.entries[at]
    assert flaws(resealed(of, [*of.entries[:at], entry, *of.entries[at + 1 :]])) == [
        f"entry {at + 1}"
    ]


def test_a_roll_again_is_counted_as_at_the_table_though_another_number_rolled_before():
    """After a correction somebody counts under another number; but nobody rolls again from none."""
    label = DieLabel(round=0, roller=0, sort="die", r=0, reroll=1)
    rolled = DiceRolled(
        who="referee",
        purpose="luck",
        sort="die",
        sides=6,
        faces=(3,),
        kept=(3,),
        total=3,
        provenance="service",
        label=label,
    )
    meta = Meta(seq=9, step=9, number=9, at=0)
    before = EMPTY.exchange._replace(rolls={"open 4 die": 1})
    LabelChecks(True, lambda *_: 0).hold(EMPTY._replace(exchange=before), meta, rolled)
    with pytest.raises(ValueError, match="no 'die' had been rolled, to be rolled again"):
        LabelChecks(True, lambda *_: 0).hold(EMPTY, meta, rolled)
