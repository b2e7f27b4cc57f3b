"""Two hundred entries of Age of Magic in which Urlik came in, at entry 40, without his armour."""

from __future__ import annotations

from pathlib import Path

from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain import commands as c
from domain import events as e
from domain.step.draft import Draft
from tests.support.fights.age_of_magic import AXE, COGAN, RULES, SIX, SWORD, URLIK, Fight, suffers

ENTRY, ENTRIES = 40, 200
BARE = {key: value for key, value in URLIK.items() if key != "armour"}
ERIK = {**COGAN, "Tactics": 1, "weapons": {"axe": AXE}}
DULL = {**SIX, "weapons": {"hand-&-half": {**SWORD, "damage": 5}}}
ARMOURED = c.Join(subject="urlik", side="reavers", traits=URLIK)
"""How he should have come in: 6 on the chest."""


def entries(fight: Fight) -> int:
    """How many entries a fight has so far."""
    return sum(map(len, fight.steps))


def idles(fight: Fight, upto: int) -> None:
    """Somebody plays with his dice, an entry each."""
    while entries(fight) < upto:
        fight.say(c.Roll(who="erik", purpose="idle"))


def forgotten() -> Fight:
    """Cogan strikes Urlik in the second combat turn; three more go by, up to entry 200."""
    fight = Fight(mode="enforce").joins("cogan", side="heroes", **DULL)
    fight.joins("erik", side="heroes", **ERIK).begins("cogan").ends("cogan")
    idles(fight, ENTRY - 1)
    fight.joins("urlik", side="reavers", **BARE)
    fight.side_by_side("cogan urlik")
    next_turn(fight)
    strikes(fight)
    for _ in range(3):
        next_turn(fight)
    idles(fight, ENTRIES)
    return fight


def next_turn(fight: Fight) -> None:
    """Nobody does anything more in this combat turn; in the next one Cogan comes first."""
    while fight.waits_for()[0] == "phase" or fight.combat.clock.actors:
        fight.polls("")
        for who in fight.combat.clock.actors:
            fight.ends(who)
    fight.begins("cogan")


def strikes(fight: Fight) -> None:
    """Cogan strikes at the chest, nobody reacts, and the damage is 20; Urlik soaks nothing."""
    fight.does("cogan", "stand and attack", "urlik", using="hand-&-half", aim="chest")
    fight.everybody_passes().rolls("cogan", "urlik").rolls("cogan", faces=())
    suffers(fight, "urlik")


def as_typed(fight: Fight) -> list[c.Command]:
    """The commands of a fight, with whatever fell typed in."""
    return [_typed(said, fell) for said, fell in zip(fight.commands, fight.steps, strict=True)]


def _typed(said: c.Command, step: list[Draft]) -> c.Command:
    rolled = next((d.event for d in step if isinstance(d.event, e.DiceRolled)), None)
    answers = (isinstance(said, c.Answer) and said.choice == "roll") or isinstance(said, c.Roll)
    return (
        said.model_copy(update={"faces": {rolled.purpose: rolled.faces}})
        if rolled and answers
        else said
    )


def played_on(folder: Path, commands: list[c.Command]) -> tuple[Service, str]:
    """The same fight on a real service, and its name there."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), lambda: {RULES.key: RULES})
    first, *later = commands
    assert isinstance(first, c.Open)
    name = service.open(first).combat.name
    for command in later:
        note = "as it was" if isinstance(command, c.Adjust) else None
        service.say(name, Request(command.model_copy(update={"note": note}), OPERATOR))
    return service, name
