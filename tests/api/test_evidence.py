"""Bundles: verified on a bare machine, redacted for others, and every edit found."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.evidence import Eyes, bundle, feed_head
from api.evidence.checking import checked
from api.evidence.noting import follows
from api.evidence.opening import Opened, Opening
from api.evidence.sources import sources
from api.evidence.verifier.apart import apart
from api.evidence.verifier.archive import Flaw, packed, unpacked
from api.evidence.verifier.report import canonical, verified
from api.exports import take_in
from api.rebuilding import Kept
from api.samples import load_sample
from api.service import Service
from api.store import Settings, open_log
from api.vault import SAMPLE_PREFIX, Vault
from domain import commands as c
from domain import events as e
from domain.combat import state_hash
from domain.events import CardDrawn, DiceRolled
from domain.rulesets import all_rulesets
from domain.seats import PUBLIC, TABLE, Viewer
from tests.api.carried import ANNA, elsewhere, fought, lines_of
from tests.api.edited import (
    AFRESH,
    CUNNING,
    DEALT,
    HEAD,
    Bundle,
    Edit,
    alter,
    cut_entries,
    mended,
    one_for,
    resealed,
    stated,
)
from tests.api.proven import EYES, log_of, noted, on_a_bare_machine
from tests.api.smuggled import DISGUISED, KINDS, SMUGGLED
from tests.api.table import rules
from tests.architecture import ROOT
from tests.play import play, say
from tests.projections.logs import Recorded
from tests.rulesets.toy import TOY
from tests.transcripts import FIGHTS, service_in

VERIFIER = ROOT / "api" / "evidence" / "verifier"


def flaws(data: bytes, *heads: Any, signer: str = "") -> list[str]:
    """Where a bundle is wrong, as `combatlog verify` says."""
    return [flaw.where for flaw in checked(data, heads, signer).report.flaws]


def in_public(service: Service) -> str:
    """A fight whose keys everybody has, since it is a sample; random play after its beginning."""
    name = f"{SAMPLE_PREFIX}toy-ford"
    seats = (c.SeatOpen(person="Anna Berg", role="player", combatants=("ana",)),)
    service.open(c.Open(ruleset="toy", title="The ford"), seats, name=name, sample=True)
    for subject in ("ana", "bert", "cleo"):
        say(service, name, c.Join(subject=subject, side=subject[0]))
    say(service, name, c.Answer(who="referee", about="round", choice="begin"))
    play(service, name, Random(4), 80)
    return name


def dealt(service: Service) -> str:
    """Cards of a game with a pack of them, whose keys everybody has; one typed in, some undone."""
    service.rulesets, name = all_rulesets, f"{SAMPLE_PREFIX}cards"
    service.open(c.Open(ruleset="open", title="The inn"), (), name=name, sample=True)
    say(service, name, c.Join(subject="ana"))
    for _ in range(4):
        say(service, name, c.Draw(who="ana", deck="cards"))
    say(service, name, c.Draw(who="ana", deck="cards", card="ace of spades"))
    for _ in range(3):
        say(service, name, c.Rewind(how="undo"))
    for _ in range(2):
        say(service, name, c.Draw(who="ana", deck="cards"))
    say(service, name, c.Draw(who="ana", deck="cards", card="ace of spades"))
    say(service, name, c.Draw(who="ana", deck="cards"))
    return name


BO = Viewer("p2", "player", ("bert",))


def afresh(service: Service) -> str:
    """Dice, a card and a newcomer's dice that fall anew with leave; all keys are known."""
    service.rulesets, name = all_rulesets, f"{SAMPLE_PREFIX}afresh"
    who = {"Anna Berg": ("ana",), "Bo": ("bert",)}
    seats = (c.SeatOpen(person=p, role="player", combatants=s) for p, s in who.items())
    opened = c.Open(ruleset="open", title="Again", policy="free")
    service.open(opened, tuple(seats), name=name, sample=True)
    for subject in ("ana", "bert"):
        say(service, name, c.Join(subject=subject))
    rolled = c.Roll(who="ana", sides=20, count=3)
    for command in (rolled, c.Draw(who="ana", deck="cards"), rolled):
        renewed(service, name, command)
    say(service, name, c.Roll(who="bert", sides=6))
    return name


def renewed(service: Service, name: str, command: c.Command) -> None:
    """Something is done, undone, and done once more with other dice, to which all agreed."""
    say(service, name, command, ANNA)
    combat = service.combat(name)
    at = combat.numbers.number(combat.line.entries)
    say(service, name, c.Rewind(how="undo"), ANNA)
    say(service, name, c.AskFreshDice(about=at), ANNA)
    say(service, name, c.AnswerFreshDice(choice="agree"), BO)
    say(service, name, c.AnswerFreshDice(choice="agree"))
    say(service, name, command, ANNA)


def drawn(service: Service, name: str) -> list[CardDrawn]:
    """The cards of a combat, as they came."""
    return [x.event for x in log_of(service, name) if isinstance(x.event, CardDrawn)]


# --- it holds ------------------------------------------------------------------------------


@pytest.mark.parametrize("who", EYES)
def test_a_bundle_verifies_itself_on_a_bare_machine(service: Service, tmp_path: Path, who: str):
    name = fought(service)
    run = on_a_bare_machine(tmp_path, bundle(service, name, EYES[who]), noted(service, name))
    assert run.returncode == 0, run.stdout + run.stderr
    closed = 0 if who == "referee" else 2
    assert f"VERIFIED {name}: 27 entries, {closed} of them closed" in run.stdout


def test_the_bare_machine_has_no_pydantic_but_ours(service: Service, tmp_path: Path):
    (tmp_path / "bundle.zip").write_bytes(bundle(service, fought(service)))
    look = (
        "import sys; sys.path.insert(0, 'bundle.zip'); import domain.combat, pydantic;"
        "print(pydantic.__file__, sorted(n for n in sys.modules if 'pydantic_core' in n))"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", look], cwd=tmp_path, env={}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert run.stdout == "bundle.zip/pydantic.py []\n"


def test_the_bundle_has_the_log_as_it_was_sealed(service: Service):
    name = fought(service)
    files, _ = unpacked(bundle(service, name))
    head, entries = json.loads(files[HEAD]), files["entries.txt"]
    combat = service.combat(name)
    assert (head["entries"], head["chain"]) == (27, combat.chain.hex())
    assert (head["node"], head["state"]) == (combat.node, state_hash(combat.head))
    for record in service.log.read(name):
        assert record.body + b"\n" in entries and record.command in entries


def test_no_name_and_no_words_of_anybody_are_in_it(service: Service):
    name = fought(service)
    data = bundle(service, name)
    for said in ("Anna Berg", "Björk", "for luck", 'parry\\"!', "Well"):
        assert said.encode() not in data


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda path: path.parent.name)
def test_every_sample_verifies(fight: Path, tmp_path: Path):
    service = service_in(tmp_path)
    name = load_sample(service, fight)
    shown = [x.event for x in log_of(service, name) if isinstance(x.event, DiceRolled | CardDrawn)]
    ours = [event for event in shown if event.provenance == "service"]
    fell = sum(len(event.faces) for event in ours if isinstance(event, DiceRolled))
    came = sum(isinstance(event, CardDrawn) for event in ours)
    for eyes in EYES.values():
        found = checked(bundle(service, name, eyes)).report
        assert (found.flaws, found.head["for"]) == ([], eyes.called)
        assert found.dice <= fell if found.closed else found.dice == fell
        assert found.cards == (0 if found.closed else came)
    service.close()


def test_dice_are_recomputed_from_their_revealed_key(service: Service):
    name = in_public(service)
    data = bundle(service, name)
    rolled = [e.event for e in log_of(service, name) if isinstance(e.event, DiceRolled)]
    assert checked(data).report.dice == sum(
        len(roll.faces) for roll in rolled if roll.provenance == "service"
    ) > 5  # fmt: skip


def test_cards_are_recomputed_from_their_revealed_key(service: Service, tmp_path: Path):
    """Seven by the service, of which two came again where they had been shown; two were typed."""
    name = dealt(service)
    report = checked(data := bundle(service, name)).report
    assert (report.flaws, len(drawn(service, name)), report.cards) == ([], 9, 7)
    run = on_a_bare_machine(tmp_path, data)
    assert "0 dice fell, 7 cards came as their revealed keys say" in run.stdout
    assert "'cards' has 52 cards" in run.stdout


def test_cards_that_a_correction_keeps_are_not_called_forged(service: Service):
    """The first card never was; who drew after it keeps what he drew, and the next is the first."""
    name = dealt(service)
    first, *later = drawn(service, name)
    step = next(x.step for x in log_of(service, name) if x.event == first)
    say(service, name, c.Correct(how="annul", step=step, note="too early"))
    say(service, name, c.Draw(who="ana", deck="cards"))
    cards = [event.card for event in drawn(service, name)]
    assert cards[-6:] == [later[0].card, *(event.card for event in later[-4:]), first.card]
    report = checked(bundle(service, name)).report
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
        "6 of clubs", "10 of spades", "10 of diamonds",
    ]  # fmt: skip
    assert Kept(service.log, service.vault, service.rulesets()).checked(name).flaws == ()
    assert checked(bundle(service, name)).report.flaws == []


@pytest.mark.parametrize("who", EYES)
def test_what_fell_anew_by_consent_verifies_for_everybody(service: Service, who: str):
    name = afresh(service)
    fell = [x.event for x in log_of(service, name) if isinstance(x.event, DiceRolled | CardDrawn)]
    fresh = [each.fresh if isinstance(each, CardDrawn) else each.label.fresh for each in fell]
    assert fresh == [0, 1, 0, 1, 0, 1, 0]
    assert flaws(bundle(service, name, EYES[who])) == []


def corrected(service: Service) -> str:
    """One who came in is called otherwise: what he rolled since is decided again, and stays."""
    name = afresh(service)
    step = next(x.step for x in log_of(service, name) if isinstance(x.event, e.Joined))
    tall = c.Join(subject="ana", name="Ana the Tall")
    say(service, name, c.Correct(how="amend", step=step, note="tall", command=tall))
    return name


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
    assert checked(packed(of.files)).report.cards == 1
    at = next(n for n, entry in enumerate(of.entries) if b"combat.card-drawn/1" in entry)
    entry, swap = of.entries[at], {b"foe": b"player", b"player": b"foe"}
    card = next(card for card in swap if b'"card":"%s"' % card in entry)
    entry = entry.replace(b'"card":"%s"' % card, b'"card":"%s"' % swap[card])
    entries = [*of.entries[:at], entry, *of.entries[at + 1 :]]
    assert flaws(resealed(of, entries)) == [f"entry {at + 1}"]
    service.close()


def test_forged_cards_are_found_on_a_bare_machine_too(service: Service, tmp_path: Path):
    of = Bundle.of(bundle(service, dealt(service)))
    for nth, kind in enumerate(DEALT):
        (tmp_path / str(nth)).mkdir()
        edit = kind(of, Random(nth))
        run = on_a_bare_machine(tmp_path / str(nth), edit.data)
        assert run.returncode == 1 and any(f"  {at}: " in run.stdout for at in edit.found), run


def test_another_key_than_the_committed_one_is_found(service: Service):
    data = Bundle.of(bundle(service, in_public(service)))
    keys = json.loads(data.files["reveal.json"])
    keys["open"] = keys["hidden"]
    assert flaws(data.with_file("reveal.json", canonical(keys))) == ["entry 1"]


@pytest.mark.parametrize("old, new", [(b'"r":0', b'"r":1'), (b'"roller":1', b'"roller":2')])
def test_a_die_under_a_label_that_somebody_chose_is_found(service: Service, old: bytes, new: bytes):
    name = in_public(service)
    data = Bundle.of(bundle(service, name))
    at = next(n for n, e in enumerate(data.entries) if b"dice-rolled" in e and b'"label"' in e
              and old in e and b'"service"' in e)  # fmt: skip
    place = data.entries[at].rindex(b'"label"')
    changed = data.entries[at][:place] + data.entries[at][place:].replace(old, new, 1)
    entries = [*data.entries[:at], changed, *data.entries[at + 1 :]]
    assert flaws(resealed(data, entries)) == [f"entry {at + 1}"]


# --- for others ----------------------------------------------------------------------------


def test_what_is_hidden_stays_closed_and_still_is_proven(service: Service):
    name = fought(service)
    hidden = [r for r in service.log.read(name) if b'"audience"' in r.body]
    assert len(hidden) == 2
    for who in ("public", "a player"):
        files, _ = unpacked(bundle(service, name, EYES[who]))
        assert not any(r.body in files["entries.txt"] for r in hidden)
        assert b"lurker" not in b"".join(files.values())
        full, _ = unpacked(bundle(service, name))
        for said in ("root", "chain", "public_root"):
            assert json.loads(files[HEAD])[said] == json.loads(full[HEAD])[said]


def test_everybody_finds_his_own_commands_opened_and_no_others(service: Service):
    name = fought(service)
    mine = [r.command for r in service.log.read(name) if b'"by":"p1"' in r.body and r.command]
    others = [r.command for r in service.log.read(name) if b'"by":"p0"' in r.body and r.command]
    files, _ = unpacked(bundle(service, name, EYES["a player"]))
    assert len(mine) == 3 and all(each in files["entries.txt"] for each in mine)
    assert not any(each in files["entries.txt"] for each in others)
    public, _ = unpacked(bundle(service, name, EYES["public"]))
    assert b"command." not in public["entries.txt"]


def test_a_balance_that_would_tell_of_a_hidden_posting_stays_closed():
    told = Recorded(TOY).comes("ana")
    hit, more = (
        e.PoolChanged(subject="ana", pool="ap", delta=-1, balance=left, how="lose")
        for left in (2, 1)
    )
    told.secretly(hit).secretly(more, to=())
    for viewer, closed, left in ((TABLE, [], 0), (PUBLIC, [hit, more], 3)):
        opening = Opening(viewer)
        shown = list(opening.opened(told.log))
        assert [x.event for x, s in zip(told.log, shown, strict=True) if not s.body] == closed
        assert opening.state.pools.left("ana", "ap") == left


def test_what_follows_something_closed_says_from_where_it_goes_on():
    told = Recorded(TOY).comes("ana")
    came = told.log[-1].seq
    told.secretly(e.FactSet(of="ana", name="zone", value="the bank"))
    told.secretly(e.FactSet(of="ana", name="zone", value="the ford"))
    told.comes("bert")
    shown = dict(zip([x.seq for x in told.log], Opening(PUBLIC).opened(told.log), strict=True))
    assert [shown[seq] for seq in (came + 1, came + 2, came + 3)] == [
        Opened(False, False), Opened(False, False), Opened(True, False, came)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_random_fights_with_hidden_things_verify_for_everybody(service: Service, seed: int):
    name = fought(service)
    for turn in range(4):
        play(service, name, Random(seed * 10 + turn), 12)
        say(service, name, c.Roll(who="referee", sides=20, hidden=True))
    for eyes in EYES.values():
        assert flaws(bundle(service, name, eyes), *noted(service, name)) == []


def test_a_combat_that_came_without_its_keys_is_proven_as_well(service: Service, tmp_path: Path):
    name = fought(service)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name))
        for eyes in EYES.values():
            data = bundle(there, name, eyes)
            assert flaws(data) == []
            assert json.loads(unpacked(data)[0][HEAD])["public_root"] == ""


# --- two histories -------------------------------------------------------------------------


@pytest.fixture
def twice(service: Service, tmp_path: Path) -> Any:
    """One server that shows two histories: the same keys, and a copy of the log that goes on."""
    name = fought(service)
    service.close()
    shutil.copytree(tmp_path, other := tmp_path.with_name(f"{tmp_path.name}-b"))
    ours, theirs = (
        Service(open_log(Settings(f"sqlite:///{f}/combats.db")), Vault(f / "keys"), rules)
        for f in (tmp_path, other)
    )
    say(ours, name, c.Note(note="It was a fair blow."), ANNA)
    say(theirs, name, c.Note(note="It was a foul blow."), ANNA)
    yield ours, theirs, name
    ours.close()
    theirs.close()


def test_two_histories_are_told_apart_by_their_heads_alone(twice: Any):
    ours, theirs, name = twice
    mine, yours = noted(ours, name)[-1], noted(theirs, name)[-1]
    assert mine["public"] == yours["public"] and mine["public_root"] != yours["public_root"]
    assert mine["key"] == yours["key"] and mine["signature"] != yours["signature"]


def test_of_two_histories_neither_goes_on_from_the_others_head(twice: Any):
    ours, theirs, name = twice
    mine = noted(ours, name)[-1]
    say(theirs, name, c.Roll(who="ana", sides=6), ANNA)
    with theirs.held(name) as combat:
        last = combat.numbers.number(combat.line.entries)
        shown = feed_head(combat, theirs.vault, last, mine["public"])
        before = feed_head(combat, theirs.vault, last, mine["public"] - 1)
    said = json.loads(json.dumps({"head": shown.head._asdict(), "since": shown.since,
                                  "path": shown.path}))  # fmt: skip
    with pytest.raises(Flaw, match="another history was shown") as found:
        follows(mine, said)
    assert found.value.where == f"public entry {mine['public']}"
    common = {"head": before.head._asdict(), "since": before.since, "path": before.path}
    follows(noted(ours, name, 1)[mine["public"] - 2], common)


def test_a_bundle_is_held_to_the_heads_of_both(twice: Any):
    ours, theirs, name = twice
    heads = [*noted(ours, name), *noted(theirs, name)]
    split = f"public entry {heads[-1]['public']}"
    assert flaws(bundle(ours, name), *heads) == flaws(bundle(theirs, name), *heads) == [split]


# --- edits ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def proven(tmp_path_factory: pytest.TempPathFactory) -> list[Bundle]:
    """The bundles of one fight, full and redacted, with the heads noted along the way."""
    return bundles(tmp_path_factory.mktemp("proven"))


def bundles(folder: Path) -> list[Bundle]:
    """The same, for any folder."""
    with elsewhere(folder) as service:
        name = fought(service)
        heads = noted(service, name)
        found = [Bundle.of(bundle(service, name, eyes), heads) for eyes in EYES.values()]
        with_cards = dealt(service)
        more = [with_cards, afresh(service)]
        return [*found, *(Bundle.of(bundle(service, n), noted(service, n)) for n in more)]


def held(edit: Edit, of: Bundle) -> None:
    """Check that an edit is rejected, and found where it was made."""
    found = set(flaws(edit.data, *of.noted))
    assert found, edit.done
    assert not edit.found or found & edit.found, (edit.done, edit.found, found)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_an_edit_is_rejected_and_located(proven: list[Bundle], kind: Any):
    chance = Random(kind.__name__)
    for _ in range(3):
        of = one_for(kind, proven, chance)
        held(kind(of, chance), of)


def test_what_is_edited_verifies_until_then(proven: list[Bundle]):
    for of in proven:
        assert flaws(packed(of.files), *of.noted) == []
        assert flaws(resealed(of, of.entries), *of.noted) == []


def test_a_cunning_edit_is_found_by_a_noted_head_on_a_bare_machine_too(
    proven: list[Bundle], tmp_path: Path
):
    for nth, kind in enumerate(CUNNING):
        (tmp_path / str(nth)).mkdir()
        edit = kind(proven[0], Random(nth))
        run = on_a_bare_machine(tmp_path / str(nth), edit.data, proven[0].noted)
        assert run.returncode == 1 and run.stdout.startswith("NOT VERIFIED\n")
        assert any(f"  {place}: " in run.stdout for place in edit.found), run.stdout


def test_a_body_that_says_a_thing_twice_is_found_by_both(proven: list[Bundle], tmp_path: Path):
    of = proven[0]
    at = next(n for n, entry in enumerate(of.entries) if b'"balance":3' in entry)
    entry = of.entries[at].replace(b'"balance":3', b'"balance":9,"balance":3')
    data = resealed(of, [*of.entries[:at], entry, *of.entries[at + 1 :]])
    assert flaws(data) == [f"entry {at + 1}"]
    run = on_a_bare_machine(tmp_path, data)
    assert run.returncode == 1 and f"entry {at + 1}: " in run.stdout


def test_the_signature_is_the_servers(service: Service):
    name = fought(service)
    data, key = Bundle.of(bundle(service, name)), noted(service, name)[-1]["key"]
    whole = packed(data.files)
    assert (checked(whole).signer, flaws(whole, signer=key)) == (key, [])
    assert flaws(whole, signer="00" * 32) == ["signature.json"]
    bare = mended({n: d for n, d in data.files.items() if n != "signature.json"})
    assert (checked(bare).signer, flaws(bare), flaws(bare, signer=key)) == (
        "", [], ["signature.json"]
    )  # fmt: skip
    sign = json.loads(data.files["signature.json"])
    sign["signature"] = sign["signature"][::-1]
    assert flaws(data.with_file("signature.json", canonical(sign))) == ["signature.json"]
    assert flaws(bundle(service, name, Eyes(), unsigned=True)) == []


def test_a_noted_head_that_the_server_never_signed_accuses_nobody(service: Service):
    name = fought(service)
    head = {**noted(service, name)[-1], "public_root": "00" * 32}
    assert "the noted head" in flaws(bundle(service, name), head)


def test_a_program_of_another_release_is_told_of(service: Service):
    data = Bundle.of(bundle(service, fought(service)))
    other = data.with_file("verifier/main.py", b"print('VERIFIED')\n")
    assert checked(packed(data.files)).own_program
    assert not checked(other).own_program and flaws(other) == []
    beside = data.with_file("domain/json.py", b"print('VERIFIED')\n")
    assert not checked(beside).own_program


# --- on a bare machine -------------------------------------------------------------------------


def beside(folder: Path, mine: Bundle, data: bytes) -> subprocess.CompletedProcess[str]:
    """A bundle that is held to the program of another one, which somebody trusts."""
    files = {"mine.zip": packed(mine.files), "other.zip": data}
    for name, said in files.items():
        (folder / name).write_bytes(said)
    (folder / "heads").write_text("".join(json.dumps(head) + "\n" for head in mine.noted))
    run = [sys.executable, "-I", "-S", "mine.zip", "other.zip", "--noted", "heads"]
    return subprocess.run(run, cwd=folder, env={}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("kind", (*AFRESH, *DISGUISED, *SMUGGLED), ids=lambda kind: kind.__name__)
def test_an_edit_is_located_on_a_bare_machine_without_a_traceback(
    proven: list[Bundle], tmp_path: Path, kind: Any
):
    """The signature alone is for an installation: the standard library knows no Ed25519."""
    chance = Random(f"bare {kind.__name__}")
    of = one_for(kind, proven, chance)
    edit = kind(of, chance)
    run = beside(tmp_path, of, edit.data)
    if edit.found == {"signature.json"}:
        assert run.returncode == 0
        return
    assert run.returncode == 1 and run.stdout.startswith("NOT VERIFIED\n") and not run.stderr
    assert any(f"  {at}: " in run.stdout for at in edit.found), (edit.done, run.stdout)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["heads", "mine.zip", "other.zip"]


def test_what_is_no_file_of_heads_is_said_plainly(proven: list[Bundle], tmp_path: Path):
    of = proven[0]._replace(noted=[])
    for said in ("{", "\x00", "[" * 100_000):
        (tmp_path / "bundle.zip").write_bytes(packed(of.files))
        (tmp_path / "heads").write_text(said)
        run = subprocess.run(
            [sys.executable, "-I", "-S", "bundle.zip", "--noted", "heads"], cwd=tmp_path, env={},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert run.returncode == 2 and "error: it cannot be read" in run.stderr
        assert "Traceback" not in run.stderr


def test_dice_that_a_correction_keeps_verify_on_a_bare_machine_too(
    service: Service, tmp_path: Path
):
    name = corrected(service)
    origins = [x.meta.origin for x in log_of(service, name) if isinstance(x.event, DiceRolled)]
    assert any(origins)
    run = on_a_bare_machine(tmp_path, bundle(service, name))
    assert run.returncode == 0, run.stdout


def test_dice_that_never_fell_are_in_no_correction(service: Service):
    """Whoever calls dice those of a correction has to have had them in the step that it mends."""
    of = Bundle.of(bundle(service, corrected(service)))
    at = next(n for n, x in enumerate(of.entries) if b"dice-rolled" in x and b'"origin":' in x)
    entry = of.entries[at].replace(b'"r":0', b'"r":7')
    assert entry != of.entries[at]
    assert flaws(resealed(of, [*of.entries[:at], entry, *of.entries[at + 1 :]])) == [
        f"entry {at + 1}"
    ]  # fmt: skip


def test_the_second_process_is_over_whatever_becomes_of_the_first(proven: list[Bundle]):
    def children() -> str:
        try:
            return str(os.waitpid(-1, os.WNOHANG))
        except ChildProcessError:
            return "none"

    def sleeps() -> tuple[int, ...]:
        time.sleep(600)
        return ()

    whole = packed(proven[0].files)
    broken = [kind(proven[0], Random(1)).data for kind in (alter, cut_entries, stated)]
    for data in (whole, *broken):
        assert bool(verified(data, (), apart).flaws) == (data is not whole)
        assert children() == "none"
    with pytest.raises(KeyboardInterrupt), apart(sleeps):
        raise KeyboardInterrupt
    assert children() == "none"


def test_what_fails_apart_fails_here_as_well():
    def fails() -> tuple[int, ...]:
        raise Flaw("here", "it is wrong")

    with apart(fails) as work, pytest.raises(Flaw, match="it is wrong"):
        work()
    with apart(lambda: (7, 0)) as work:
        assert work() == (7, 0)


# --- the program ---------------------------------------------------------------------------


def test_the_verifier_is_short_and_stands_on_the_standard_library_alone():
    """Crypto and balances: fewer than 400 lines that say something; all of it, fewer than 850."""
    said = {path.stem: sum(bool(line.strip()) for line in path.read_text().splitlines())
            for path in VERIFIER.glob("*.py")}  # fmt: skip
    assert sum(said[part] for part in ("entries", "proofs", "dice", "cards", "play")) < 400
    assert sum(said.values()) < 850
    for name, source in sources().items():
        for node in ast.walk(ast.parse(source)):
            for found in _imported(node):
                top = found.split(".")[0]
                ours = top in ("domain", "verifier", "pydantic")
                assert ours or top in sys.stdlib_module_names, (name, found)


def _imported(node: ast.AST) -> list[str]:
    match node:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), level=0):
            return [module]
    return []


def test_the_fold_is_shipped_as_it_is():
    for name, source in sources().items():
        if name.startswith("domain/") and name != "domain/commands.py":
            assert source == (ROOT / name).read_bytes()
    assert {"domain/combat.py", "domain/wire.py", "domain/facets/pools.py",
            "domain/events/stores.py"} <= sources().keys()  # fmt: skip
