"""Two worlds in the games that keep secrets: sealed intentions, bound choices, foes in hiding."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import pytest

from domain.rulesets import ruleset
from tests.support.clients.http_client import OPENING
from tests.support.fights.kaiser import RULES, XAN, YRSA
from tests.support.fights.ninth_age import ARCHERS, KNIGHTS
from tests.support.hidden_worlds.world import Secrets, World
from tests.support.hidden_worlds.worlds import worlds

__all__ = ["worlds"]


class Sealed(World):
    """A fight in which Anna seals what she intends, and takes it back; the others wait for her."""

    opening: Mapping[str, Any] = {
        "ruleset": "kaiser",
        "policy": "free",
        "seats": [
            {"person": "Anna Berg", "role": "player", "combatants": ["xan"]},
            {"person": "Bert Cole", "role": "player", "combatants": ["yrsa"]},
            *OPENING["seats"][2:],
        ],
    }
    rules = staticmethod(lambda: {"kaiser": RULES})
    kept_from = ("bert", "sue")

    def play(self) -> None:
        operator, bert = self.table.operator, self.table.bert
        for subject, traits in (("xan", XAN), ("yrsa", YRSA)):
            self.says(operator, type="join", subject=subject, side=subject, traits=traits)
        self.says(operator, type="answer", who="referee", about="round", choice="begin")
        for seals in (self.secrets.rolls, self.secrets.lurkers):
            for nth in range(seals):
                if nth:
                    self.table.ana.says("rewind", how="undo")
                self.intends()
            self.look()
            self.says(bert, type="note", note="Well?")
        self.says(bert, type="declare", who="yrsa", manoeuvre="attack intention", using="dagger")
        self.says(bert, type="declare", who="xan", manoeuvre="attack intention", using="dagger")
        self.look()

    def intends(self) -> None:
        """Anna binds herself to something, where she has not yet."""
        using = "long sword" if self.secrets.face == 1 else "dagger"
        intention = {"type": "declare", "who": "xan", "manoeuvre": "attack intention"}
        self.table.ana.post("commands", {**intention, "using": using})


@pytest.mark.sweep(of="hidden worlds", share=20)
@pytest.mark.parametrize(
    "other", [Secrets(face=17), Secrets(rolls=3), Secrets(0, 1, 1), Secrets(0, 1, 0)]
)
def test_worlds_that_differ_in_what_is_sealed_look_the_same(worlds: Any, other: Secrets):
    one, two = worlds(Secrets(), Sealed), worlds(other, Sealed)
    assert len(one.received) == len(two.received)
    for here, there in zip(one.received, two.received, strict=True):
        assert here == there
    if other != Secrets(rolls=3):
        assert one.table.ana.get("events").data != two.table.ana.get("events").data


def same(one: World, two: World) -> None:
    """Whoever must not know got the same, byte by byte."""
    assert len(one.received) == len(two.received)
    for here, there in zip(one.received, two.received, strict=True):
        assert here == there


# --- choices that two make at once, in secret ---------------------------------------------------


class Bound(World):
    """Two players bind themselves to a choice each, and armies have units that nobody sees yet."""

    opening: Mapping[str, Any] = {
        "ruleset": "ninth-age-2e",
        "policy": "free",
        "seats": [
            {"person": "Anna Berg", "role": "player", "combatants": ["ann"]},
            {"person": "Bert Cole", "role": "player", "combatants": ["bo"]},
            *OPENING["seats"][2:],
        ],
    }
    rules = staticmethod(lambda: {"ninth-age-2e": ruleset("ninth-age-2e")})
    kept_from = ("bert", "sue")

    def play(self) -> None:
        operator, ana, bert = self.table.operator, self.table.ana, self.table.bert
        for side, unit, traits in (("ann", "knights", KNIGHTS), ("bo", "archers", ARCHERS)):
            self.says(operator, type="join", subject=side, kind="side", name=side.capitalize())
            self.says(operator, type="join", subject=unit, kind="unit", side=side, traits=traits)
        self.hide()
        self.says(operator, type="answer", who="referee", about="round", choice="begin")
        self.says(ana, type="commit", what="agenda", commitment=bound_to("charge", "p1"))
        self.look()
        self.says(bert, type="commit", what="agenda", commitment=bound_to("hold", "p2"))
        self.hide()
        self.look()
        # Anna's stays closed: of that the server never had more than what binds her.
        self.says(bert, type="reveal", what="agenda", value="hold p2")
        self.look()

    def hide(self) -> None:
        """Units of the referee's that are not on the table, and rolls for them."""
        referee, face = self.table.operator, self.secrets.face
        for nth in range(self.secrets.lurkers):
            traits = {**KNIGHTS, "Models": face}
            referee.says(
                "join",
                subject=f"lurker{next(self.tape.ids)}",
                kind="unit",
                side="bo",
                hidden=True,
                traits=traits,
                name=f"Shade {nth}",
            )
        for _ in range(self.secrets.rolls):
            referee.says("roll", hidden=True, who="referee", sides=20, faces={"loose": [face]})


def bound_to(choice: str, chance: str) -> str:
    """What a player shows of his choice before it is opened."""
    return hashlib.sha256(f"agenda\n{choice} {chance}".encode()).hexdigest()


@pytest.mark.sweep(of="hidden worlds", share=20)
@pytest.mark.parametrize(
    "other", [Secrets(face=17), Secrets(rolls=3), Secrets(lurkers=3), Secrets(0, 1, 0)]
)
def test_worlds_that_differ_in_what_two_chose_in_secret_look_the_same(worlds: Any, other: Secrets):
    same(worlds(Secrets(), Bound), worlds(other, Bound))


# --- foes in hiding, and who comes out ---------------------------------------------------------


class Ambush(World):
    """A party on a grid among foes that nobody sees; one of them comes out in every world."""

    opening: Mapping[str, Any] = {
        "ruleset": "arq",
        "policy": "free",
        "seats": [
            {"person": "Anna Berg", "role": "player", "combatants": ["ana"]},
            {"person": "Bert Cole", "role": "player", "combatants": ["bert"]},
            *OPENING["seats"][2:],
        ],
    }
    rules = staticmethod(lambda: {"arq": ruleset("arq")})
    ogre: Mapping[str, Any] = {"foe": True, "at": "4,0", "melee": 4}

    def play(self) -> None:
        operator, ana = self.table.operator, self.table.ana
        for who, traits in (
            ("ana", {"at": "0,0", "melee": 5}),
            ("bert", {"at": "1,1"}),
            ("snag", {"foe": True, "at": "2,0"}),
        ):
            side = "orcs" if "foe" in traits else "party"
            self.says(operator, type="join", subject=who, side=side, traits=traits)
        self.hide()
        if self.secrets.lurkers:
            self.comes_in("ogre", self.ogre, hidden=True)
        self.says(operator, type="answer", who="referee", about="round", choice="begin")
        self.says(operator, type="answer", who="referee", about="intents", choice="settled")
        self.look()
        self.says(ana, type="act", who="ana", manoeuvre="pass")
        self.hide()
        self.look()
        self.says(operator, type="join", subject="ogre", side="orcs", traits=dict(self.ogre))
        self.look()
        self.moves(ana, "undo")
        self.moves(ana, "redo")
        self.look()

    def hide(self) -> None:
        """Foes in hiding, each on a square of its own, and rolls for them."""
        for _ in range(self.secrets.rolls):
            self.table.operator.says(
                "roll", hidden=True, who="referee", sides=20, faces={"loose": [self.secrets.face]}
            )
        for _ in range(self.secrets.lurkers):
            traits = {"foe": True, "at": f"{self.secrets.face},3", "melee": self.secrets.face}
            self.comes_in(f"lurker{next(self.tape.ids)}", traits, hidden=True)

    def comes_in(self, who: str, traits: Mapping[str, Any], *, hidden: bool) -> None:
        """The referee brings somebody in, beside the public script."""
        self.table.operator.says(
            "join", subject=who, side="orcs", hidden=hidden, traits=dict(traits)
        )


@pytest.mark.sweep(of="hidden worlds", share=20)
@pytest.mark.parametrize(
    "other", [Secrets(face=17), Secrets(rolls=3), Secrets(lurkers=3), Secrets(0, 1, 0)]
)
def test_worlds_that_differ_in_foes_in_hiding_look_the_same(worlds: Any, other: Secrets):
    one, two = worlds(Secrets(), Ambush), worlds(other, Ambush)
    same(one, two)
    told = one.table.bert.get("events?limit=500").data
    assert b"ogre" in told and b"lurker" not in told
    assert one.table.rita.get("events").data != two.table.rita.get("events").data
