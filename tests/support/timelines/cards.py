"""A game of a card program: numbers as ids, blocks within blocks, and things that come and go.

Heroes, powers, weapons and players bear pools and conditions as minions do.
"""

from __future__ import annotations

from tests.support.timelines.recording import Recording, Said

_CARDS = ("Murloc Raider", "Fiery War Axe", "Wisp", "Sludge Belcher")
_STEPS = ("MAIN_START", "MAIN_ACTION", "MAIN_END")
_TAGS = ("TAUNT", "DIVINE_SHIELD", "FROZEN", "STEALTH")


class Cards(Recording):
    """The model of the program: entities with whole numbers as ids."""

    def __init__(self, seed: int, happenings: int) -> None:
        super().__init__("a card game", seed)
        self.next = 1
        self.gone: list[int] = []
        self.players = [
            self.entity("player", name, side) for side, name in ((1, "Ann#12"), (2, "Bob"))
        ]
        for side in (1, 2):
            self.entity("hero", "Thrall", side)
            self.entity("power", "Totemic Call", side)
        self.set_clock(turn=1, step="BEGIN_MULLIGAN", current=self.players[0])
        self.state()
        for nth in range(happenings):
            self.about(t=f"19:04:{nth % 60:02}.1234567")
            self.block(None, 0)
            if self.dice.random() < 0.15:
                self.next_step()
            if self.dice.random() < 0.12:
                self.state()
        self.set_clock(step=None, current=None)
        self.state()

    def entity(self, role: str, name: str | None, side: int) -> int:
        """A new entity with the numbers of its kind."""
        who, self.next = self.next, self.next + 1
        self.join(who, name, role, side)
        self.numbers(who, role)
        return who

    def numbers(self, who: int, role: str) -> None:
        """The sheet of an entity."""
        self.attr(who, "zone", "PLAY")
        self.attr(who, "zone position", self.dice.randint(0, 7))
        match role:
            case "player":
                self.pool(who, "resources", {"cur": 0, "max": 10, "min": 0})
            case "item":
                self.pool(who, "durability", {"cur": 2, "max": 2})
            case "power":
                self.attr(who, "exhausted", False)
            case _:
                health = self.dice.choice((1, 5, 30))
                self.pool(who, "health", {"cur": health, "max": health})
                self.attr(who, "atk", self.dice.randint(0, 9))

    def anything(self) -> int:
        """Return an entity that is there."""
        return int(self.dice.choice(list(self.there)))

    # --- blocks ------------------------------------------------------------------------------

    def block(self, parent: str | None, depth: int) -> None:
        """A block with changes and blocks inside; everything follows from the innermost."""
        verb = self.dice.choice(("PLAY", "ATTACK", "TRIGGER", "POWER"))
        who = None if self.dice.random() < 0.1 else self.anything()
        said = {"targets": [self.anything()]} if self.dice.random() < 0.6 else {}
        act = self.act(verb, who, parent, name=self.dice.choice(_CARDS), **said)
        for _ in range(self.dice.randint(1, 4)):
            self.about(by=act, t=self.shared.get("t"))
            if depth < 3 and self.dice.random() < 0.25:
                self.block(act, depth + 1)
            else:
                self.tag()
        self.about(t=self.shared.get("t"))
        self.write("act_end", id=act)

    def tag(self) -> None:
        """One number or mark of an entity changes, or an entity comes or goes."""
        who = self.anything()
        pools, roll = self.there[who]["pools"], self.dice.randint(0, 9)
        match roll:
            case 0:
                self.summon()
            case 1 if len(self.there) > 8 and who not in self.players:
                self.left(who, self.dice.choice(("GRAVEYARD", "HAND", None)))
                self.gone.append(who)
            case 2 if self.gone:
                self.resummon(self.gone.pop())
            case 3 | 4 if pools:
                name = self.dice.choice(list(pools))
                self.pool(
                    who, name, {**pools[name], "cur": pools[name]["cur"] - self.dice.randint(-3, 6)}
                )
            case 5:
                self.attr(
                    who,
                    "atk",
                    self.dice.choice((None, 1, 2, 12)) if "atk" in self.there[who]["attrs"] else 3,
                )
            case 6:
                self.mark(who)
            case 7:
                self.write("note", tag="META_DAMAGE", targets=[who], amount=self.dice.randint(0, 9))
            case 8 if pools:
                name = self.dice.choice(list(pools))
                self.pool(who, name, {**pools[name], "max": self.dice.choice((4, 8, 40))})
            case _:
                self.attr(who, "exhausted", self.dice.random() < 0.5)

    def summon(self) -> None:
        """A minion or a weapon comes; some are not known yet by name."""
        role = self.dice.choice(("unit", "item"))
        if len(self.there) < 30:
            self.entity(role, self.dice.choice((*_CARDS, None, "")), self.dice.choice((1, 2)))

    def resummon(self, who: int) -> None:
        """An entity that left comes again under the same number, in another role."""
        role = self.dice.choice(("unit", "item"))
        self.join(who, self.dice.choice(_CARDS), role, 2)
        self.numbers(who, role)

    def mark(self, who: int) -> None:
        """A mark begins or ends; the same id stands on several entities."""
        tag = self.dice.choice(_TAGS)
        if tag in self.there[who]["conds"]:
            self.end(who, tag)
        else:
            self.begin(
                who,
                tag,
                name=tag.title(),
                source=self.anything(),
                cause={"from": "card", "of": who},
            )

    def next_step(self) -> None:
        """The next step of the turn, or the next turn, which is the other player's."""
        at = _STEPS.index(self.clock["step"]) + 1 if self.clock["step"] in _STEPS else 0
        if at < len(_STEPS):
            self.set_clock(step=_STEPS[at])
            return
        player = self.players[self.clock["turn"] % 2]
        self.set_clock(turn=self.clock["turn"] + 1, step=_STEPS[0], current=player)


def cards(seed: int, happenings: int = 60) -> list[Said]:
    """Return the lines of a game; the seed decides what happens."""
    return Cards(seed, happenings).lines
