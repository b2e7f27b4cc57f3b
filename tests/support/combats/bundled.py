"""Fights to be bundled, with dice and cards that fell anew, and what is wrong with an archive."""

from __future__ import annotations

from random import Random
from typing import Any

from api.evidence.archive_checks import check_archive
from api.service.service import Service
from api.transfer.import_combat import take_in
from api.vault.key_files import SAMPLE_PREFIX
from domain import commands as c
from domain import events as e
from domain.events import CardDrawn
from domain.rulesets import all_rulesets
from domain.state.viewer import Viewer
from tests.support.combats.carried import ANNA, lines_of
from tests.support.combats.proven import log_of
from tests.support.playing_service import play, say


def flaws(data: bytes, *heads: Any, signer: str = "") -> list[str]:
    """Where an archive is wrong, as `combatlog evidence verify` says."""
    return [flaw.where for flaw in check_archive(data, heads, signer).flaws]


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


def corrected(service: Service) -> str:
    """One who came in is called otherwise: what he rolled since is decided again, and stays."""
    name = afresh(service)
    step = next(x.step for x in log_of(service, name) if isinstance(x.event, e.Joined))
    tall = c.Join(subject="ana", name="Ana the Tall")
    say(service, name, c.Correct(how="amend", step=step, note="tall", command=tall))
    return name


def gone_on(service: Service, name: str, there: Service) -> str:
    """A fight that went on elsewhere, to its end; a die that was undone before falls as it fell."""
    say(service, name, c.Roll(who="ana", sides=20, count=6), ANNA)
    say(service, name, c.Rewind(how="undo"))
    take_in(there, lines_of(service, name, keyed=True))
    say(there, name, c.GoOn())
    for command in (c.Roll(who="ana", sides=20, count=8), c.Roll(who="ana", sides=6, count=4)):
        say(there, name, command, ANNA)
    say(there, name, c.Roll(who="referee", sides=20, hidden=True))
    say(there, name, c.End()), say(there, name, c.RevealKeys(hidden=True))
    return name
