"""An evening of a role-playing game on a chat bot: exact scores, effects that hang on each other.

Turns are taken back, people leave and come back, and hit points go above and below their limits.
"""

from __future__ import annotations

from tests.support.timelines.recording import Recording, Said

_NAMES = ("Kara", "Bram O'Neil", "Øystein", "Ogre", "Goblin", "Wraith", "Cultist")
_EFFECTS = ("Bless", "Hexed", "Prone", "Mage Armor", "Concentration", "Fog, thick")


class Evening(Recording):
    """The model of the bot: combatants with ids of 24 signs, and one order by scores."""

    def __init__(self, seed: int, happenings: int) -> None:
        super().__init__("a chat bot", seed)
        self.at, self.now = -1, 1_700_000_000.25
        self.gone: dict[str, Said] = {}
        self.set_clock(round=0)
        for _ in range(6):
            self.come()
        self.state()
        for nth in range(happenings):
            self.now += self.dice.choice((0.5, 1, 31))
            self.about(t=self.now, src=nth + 10)
            self.happen()
            if self.dice.random() < 0.12:
                self.state()
        self.state()

    def happen(self) -> None:
        """One thing happens; most are turns and attacks."""
        choices = (
            self.turn,
            self.attack,
            self.attack,
            self.cast,
            self.effect,
            self.effect,
            self.by_hand,
        )
        rare = (self.back_a_turn, self.leave, self.come, self.come_back, self.score, self.talk)
        self.dice.choice(choices if self.dice.random() < 0.75 else rare)()

    def anybody(self) -> str:
        """Return somebody who is there; somebody comes where nobody is."""
        if not self.there:
            self.come()
        return str(self.dice.choice(list(self.there)))

    # --- who is there ------------------------------------------------------------------------

    def come(self) -> None:
        """Somebody joins with a sheet; some sheets are odd."""
        if len(self.there) > 12:
            return
        name, who = self.dice.choice(_NAMES), self.new_id("6543e1c0:")
        self.join(who, name, "unit", self.dice.choice(("party", "foes", None)))
        self.bring(who)
        self.place(who, self.dice.randint(100, 2500) / 100)

    def bring(self, who: str) -> None:
        """The sheet of somebody."""
        most = self.dice.choice((7, 24, 59, None))
        now = self.dice.choice((most or 12, 0, 3, (most or 9) + 4))
        self.pool(who, "hp", {"cur": now, "max": most})
        if self.dice.random() < 0.3:
            self.pool(who, "temp hp", {"cur": 5, "max": None})
        self.attr(who, "ac", self.dice.randint(8, 20))
        self.attr(who, "initiative", self.dice.randint(-2, 6))
        self.attr(who, "hidden", self.dice.random() < 0.5)
        if self.dice.random() < 0.4:
            self.attr(who, "note", "behind the altar\n#12.3 and " + "far away " * 30)
            self.attr(who, "rating", 0.25)
            self.attr(who, "types", ["fey", "small"])
            self.attr(who, "zone", "the bridge")
        if self.dice.random() < 0.3:
            self.begin(
                who, self.new_id("e"), name="Ward", remaining=4800, unit="rounds", desc="kept"
            )

    def leave(self) -> None:
        """Somebody goes; the order is without them at once, or a little later."""
        if len(self.there) < 3:
            return
        who = self.anybody()
        self.gone[who] = self.there[who]
        self.left(who, "the graveyard" if self.dice.random() < 0.3 else None)
        self.set_order([place for place in self.order if place[0] != who])

    def come_back(self) -> None:
        """Who left comes again, bare, and then with much of what they bore."""
        if not self.gone:
            return
        who = self.dice.choice(list(self.gone))
        was = self.gone.pop(who)
        self.join(who, was["name"], "unit", self.dice.choice((was["side"], "turncoats")))
        for name, amount in was["pools"].items():
            if self.dice.random() < 0.8:
                self.pool(who, name, amount)
        for name, value in was["attrs"].items():
            if self.dice.random() < 0.8:
                self.attr(who, name, value)
        for id, cond in was["conds"].items():
            if self.dice.random() < 0.5:
                self.begin(who, id, **{**cond, "desc": "again"})
        self.place(who, 12.5)

    # --- the order and turns -------------------------------------------------------------------

    def place(self, who: str, score: float | None) -> None:
        """Somebody stands in the order by their score."""
        rest = [place for place in self.order if place[0] != who]
        self.set_order(sorted([*rest, [who, score]], key=lambda place: -(place[1] or -99)))

    def score(self) -> None:
        """Somebody has another score, or none any more."""
        self.place(self.anybody(), self.dice.choice((3, 15.14, -1, None)))

    def turn(self) -> None:
        """The next in the order has the turn; effects of theirs are counted down."""
        if not self.order:
            return
        self.at += 1
        round_: Said = {}
        if self.at >= len(self.order) or not self.clock.get("round"):
            self.at, round_ = 0, {"round": self.clock.get("round", 0) + 1}
        who, score = self.order[self.at]
        self.set_clock(**round_, turn=score, current=self.at)
        for id, cond in list(self.there.get(who, {}).get("conds", {}).items()):
            if cond.get("remaining"):
                self.tick(who, id, cond["remaining"] - 1)

    def back_a_turn(self) -> None:
        """The turn that runs is taken back."""
        if self.at < 1 or self.at > len(self.order):
            return
        self.at -= 1
        self.set_clock(turn=self.order[self.at][1], current=self.at)

    # --- what they do -----------------------------------------------------------------------------

    def attack(self) -> None:
        """Somebody attacks: dice as text, as groups, or lost; and then a loss."""
        who, whom = self.anybody(), self.anybody()
        act = self.act(
            "attack", who, name="Club", targets=[whom], player="Robin#1", text="*swings*"
        )
        face, bonus = self.dice.randint(1, 20), self.dice.randint(-1, 9)
        text = f"2d20kh1 (~~{max(1, face - 1)}~~, {face}) + {bonus} = `{face + bonus}`"
        hit = face + bonus > 12
        self.about(by=act, t=self.now)
        self.write(
            "roll",
            who=who,
            on=act,
            **{"for": "attack"},
            dice=text,
            total=face + bonus,
            dc=13,
            did_hit=hit,
        )
        faces = [self.dice.randint(1, 6) for _ in range(3)]
        dice = [{"sides": 6, "faces": faces, "kept": faces, "dropped": []}]
        self.write("roll", who=who, on=act, **{"for": "damage"}, dice=dice, total=sum(faces))
        if hit and "hp" in self.there[whom]["pools"]:
            self.hurt(whom, "hp", sum(faces))
        self.about(t=self.now)

    def cast(self) -> None:
        """A spell: concentration of the caster, and effects on others that hang on it."""
        who, act = (
            self.anybody(),
            self.act("cast", self.anybody(), name="Bless", targets=[self.anybody()]),
        )
        inner = self.act("trigger", None, act, name="aura", text="it hums")
        self.about(by=inner, t=self.now, cause={"from": "Bless", "of": who})
        parent = self.new_id("e")
        self.begin(
            who,
            parent,
            name="Bless",
            remaining=10,
            unit="rounds",
            concentration=True,
            effects={"ac_bonus": 3, "dice": "1d4"},
        )
        for whom in {self.anybody(), self.anybody()}:
            self.begin(
                whom,
                self.new_id("e"),
                name="Blessed",
                parent=parent,
                source=who,
                unit="turns",
                remaining=3,
                edge="begin",
                whose=who,
            )
        self.write(
            "roll", who=who, on=act, **{"for": "save"}, dice=None, total=14, dc=15, did_save=False
        )
        self.about(t=self.now)
        self.write("act_end", id=inner)

    def effect(self) -> None:
        """A condition begins, changes, is counted, or ends; its children may outlive it."""
        known = self.conditions()
        if not known or self.dice.random() < 0.3:
            name, left = self.dice.choice(_EFFECTS), self.dice.choice((1, 0, 3, 4800))
            source = self.dice.choice((self.anybody(), "a trap"))
            lasts = {"remaining": left, "unit": "rounds"} if self.dice.random() < 0.7 else {}
            self.begin(
                self.anybody(),
                self.new_id("e"),
                name=name,
                source=source,
                level=self.dice.randint(0, 3),
                **lasts,
            )
            return
        who, id = self.dice.choice(known)
        match self.dice.randint(0, 4):
            case 0 | 1:
                self.end(who, id)
            case 2:
                self.tick(who, id, self.dice.choice((None, 2, 7, 0)))
            case 3:
                self.change(
                    who, id, level=self.dice.randint(1, 5), toward=self.anybody(), desc=None
                )
            case _:
                self.change(
                    who,
                    id,
                    source=None,
                    name=self.dice.choice(_EFFECTS),
                    effects={"save": [1, 2]},
                    concentration=True,
                )

    def by_hand(self) -> None:
        """A number is typed in: no act, at most what may have caused it."""
        who = self.anybody()
        self.about(t=self.now, since=self.last[-3:], basis="simulator")
        match self.dice.randint(0, 5):
            case 0:
                self.pool(
                    who,
                    "hp",
                    {
                        "cur": self.dice.randint(-4, 40),
                        "max": self.dice.choice((20, None)),
                        "min": 0,
                    },
                )
            case 1 if "temp hp" in self.there[who]["pools"]:
                self.pool(who, "temp hp", None)
            case 2 if "hp" in self.there[who]["pools"]:
                self.pool(who, "hp", None)
            case 3 if self.there[who]["attrs"]:
                self.attr(who, self.dice.choice(list(self.there[who]["attrs"])), None)
            case 4:
                self.attr(who, "note", self.dice.choice(("Injured", "gone, soon", 3, True)))
            case _:
                self.pool(who, "slots/1", {"cur": self.dice.randint(0, 4), "max": 4})
        self.about(t=self.now)

    def talk(self) -> None:
        """Words: of a player, and of the bot."""
        text = "I step back. #12.3 is mine!\nReally."
        self.write("note", tag="speech", text=text, player="Robin#1", who=self.anybody())
        self.write("note", tag="counter", targets=[self.anybody()], amount=2)


def evening(seed: int, happenings: int = 60) -> list[Said]:
    """Return the lines of an evening; the seed decides what happens."""
    return Evening(seed, happenings).lines
