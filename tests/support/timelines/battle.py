"""A battle of a simulator: no dice, numbers as they are now, and marks on sides and the field.

Fighters are switched out and in; weather, hazards and boosts are counted by the turn.
"""

from __future__ import annotations

from tests.support.timelines.recording import Recording, Said

_MOVES = ("Ember", "Tackle", "Rapid Spin", "U-turn")
_WEATHERS = ("RainDance", "Sandstorm")
_BOOSTS = ("atk", "spe", "evasion")


class Battle(Recording):
    """The model of the simulator: two teams of which two fight at a time."""

    def __init__(self, seed: int, turns: int) -> None:
        super().__init__("a simulator", seed)
        self.sides, self.active = ("p1", "p2"), ["", ""]
        self.bench: list[dict[str, Said]] = [{}, {}]
        self.join("field", None, "field", None)
        for nth, side in enumerate(self.sides):
            self.join(side, f"User {nth + 1}", "side", side)
            self.bench[nth] = {
                f"{side}: {name}": {} for name in ("Rill", "Mud", "Ann-Flor", "Ōkami")
            }
            self.switch(nth)
        self.state()
        for turn in range(1, turns + 1):
            self.set_clock(turn=turn)
            for nth in (0, 1):
                self.go(nth)
            self.upkeep()
            self.state()

    # --- switches ------------------------------------------------------------------------------

    def switch(self, nth: int) -> None:
        """Another one of a team comes in; who goes out keeps hp and status, and nothing else."""
        bench, out = self.bench[nth], self.active[nth]
        come = self.dice.choice([who for who in bench if who != out])
        if out:
            there = self.there[out]
            kept = {id: c for id, c in there["conds"].items() if c.get("kind") == "status"}
            bench[out] = {"pools": there["pools"], "conds": kept}
            self.left(out, "bench")
        was, self.active[nth] = bench[come], come
        self.join(come, come.partition(": ")[2], "unit", self.sides[nth])
        self.pool(come, "hp", was.get("pools", {}).get("hp", {"cur": 100, "max": 100, "min": 0}))
        self.attr(come, "species", self.dice.choice(("Ditto", "Ditto-Shiny", "Mew")))
        self.attr(come, "details", "Species, L50, F")
        for id, cond in was.get("conds", {}).items():
            self.begin(come, id, **cond)

    # --- moves -----------------------------------------------------------------------------------

    def go(self, nth: int) -> None:
        """One side moves, switches, or cannot."""
        who, foe = self.active[nth], self.active[1 - nth]
        chance = self.dice.random()
        if chance < 0.15:
            act = self.act("switch", self.sides[nth])
            self.about(by=act)
            self.switch(nth)
        elif chance < 0.25:
            self.act("cant", who, name="par", text="|cant|" + who)
        else:
            act = self.act("move", who, name=self.dice.choice(_MOVES), targets=[foe])
            self.about(by=act)
            for _ in range(self.dice.randint(1, 3)):
                self.effect(who, foe, nth)
        self.about()

    def effect(self, who: str, foe: str, nth: int) -> None:
        """One thing that a move does."""
        side, conds = self.sides[1 - nth], self.there[foe]["conds"]
        match self.dice.randint(0, 8):
            case 0 | 1:
                self.set_hp(foe, self.dice.randint(0, 100))
            case 2:
                self.write("note", tag="-supereffective", who=foe)
            case 3 if "status" not in conds:
                self.begin(foe, "status", name="brn", kind="status", source=who)
            case 4:
                self.boost(who)
            case 5:
                self.hazard(side)
            case 6:
                self.weather(who)
            case 7:
                self.attr(foe, "item", None if "item" in self.there[foe]["attrs"] else "Leftovers")
            case _:
                self.volatile(foe, who)

    def set_hp(self, who: str, to: int) -> None:
        """Hit points are so many now."""
        self.pool(who, "hp", {**self.there[who]["pools"]["hp"], "cur": to})

    def boost(self, who: str) -> None:
        """A number of somebody is so many steps higher or lower; at 0 the boost is over."""
        stat = self.dice.choice(_BOOSTS)
        cond = self.there[who]["conds"].get(f"boost {stat}")
        step = self.dice.choice((-2, -1, 1, 2))
        if cond is None:
            self.begin(who, f"boost {stat}", name=f"boost {stat}", level=step)
        elif cond["level"] + step == 0:
            self.end(who, f"boost {stat}")
        else:
            self.change(who, f"boost {stat}", level=cond["level"] + step)

    def hazard(self, side: str) -> None:
        """A hazard on a side, in layers."""
        cond = self.there[side]["conds"].get("spikes")
        if cond is None:
            self.begin(side, "spikes", name="Spikes", layers=1)
        elif cond["layers"] < 3:
            self.change(side, "spikes", layers=cond["layers"] + 1)
        else:
            self.end(side, "spikes")

    def weather(self, who: str) -> None:
        """The weather of the field changes."""
        for id in list(self.there["field"]["conds"]):
            self.end("field", id)
        name = self.dice.choice(_WEATHERS)
        self.begin("field", "weather", name=name, remaining=5, unit="turns", source=who)

    def volatile(self, foe: str, who: str) -> None:
        """Something that is gone when its bearer is switched out."""
        if "leechseed" in self.there[foe]["conds"]:
            self.end(foe, "leechseed")
        else:
            self.begin(
                foe,
                "leechseed",
                name="Leech Seed",
                toward=who,
                cause={"from": "move: Leech Seed", "of": who},
            )

    def upkeep(self) -> None:
        """The end of the turn: burns and the weather, of which no act is the cause."""
        for who in self.active:
            status = self.there[who]["conds"].get("status")
            if status:
                self.about(cause={"from": "brn", "of": status.get("source")}, since=len(self.last))
                self.hurt(who, "hp", 6)
        self.about(basis="simulator")
        for id, cond in list(self.there["field"]["conds"].items()):
            if cond["remaining"] > 1:
                self.tick("field", id, cond["remaining"] - 1)
            else:
                self.end("field", id)
        self.about()


def battle(seed: int, turns: int = 40) -> list[Said]:
    """Return the lines of a battle; the seed decides what happens."""
    return Battle(seed, turns).lines
