"""A source that writes a timeline while it changes its own state: what every made-up fight uses."""

from __future__ import annotations

import copy
import random
from typing import Any

Said = dict[str, Any]


class Recording:
    """The lines so far, and the state that the source itself is in."""

    def __init__(self, source: str, seed: int) -> None:
        self.dice = random.Random(f"{source} {seed}")
        self.lines: list[Said] = []
        self.clock: Said = {}
        self.order: list[list[Any]] = []
        self.there: dict[Any, Said] = {}
        self.acts = self.ids = 0
        self.last: list[str] = []
        """The acts since the last state."""
        self.shared: Said = {}
        """What every line says for now: `by`, `cause`, `t`."""
        self.write("meta", format="timeline/1", source=source, licence="made up", seed=seed)

    def write(self, k: str, **said: Any) -> None:
        """Write one line."""
        self.lines.append({"n": len(self.lines), "k": k, **said, **self.shared})

    def about(self, **shared: Any) -> None:
        """Say something of every line from now on; None is left out."""
        self.shared = {name: value for name, value in shared.items() if value is not None}

    def state(self) -> None:
        """Write the state that the source is in."""
        shared, self.shared = self.shared, {}
        combatants = {str(who): one for who, one in self.there.items()}
        whole = {"clock": self.clock, "order": self.order, "combatants": combatants}
        self.write("state", state=copy.deepcopy(whole))
        self.shared, self.last = shared, []

    def new_id(self, start: str) -> str:
        """Return an id that nothing else has."""
        self.ids += 1
        return f"{start}{self.ids}"

    # --- who is there ------------------------------------------------------------------------

    def join(self, who: Any, name: Any, role: str, side: Any) -> None:
        """Somebody comes, bare."""
        said = {"name": name, "role": role, "side": side}
        self.write("join", who=who, **said)
        self.there[who] = {**said, "pools": {}, "conds": {}, "attrs": {}}

    def left(self, who: Any, to_zone: Any = None) -> None:
        """Somebody goes with all they bear."""
        zone = {"to_zone": to_zone} if to_zone else {}
        self.write("left", who=who, **zone)
        del self.there[who]

    # --- what they bear ------------------------------------------------------------------------

    def pool(self, who: Any, pool: str, to: Said | None) -> None:
        """A pool appears, changes or vanishes."""
        pools = self.there[who]["pools"]
        was = pools.get(pool)
        both = was and to and None not in (was.get("cur"), to.get("cur"))
        delta = {"delta": to["cur"] - was["cur"]} if both and was and to else {}
        self.write("pool", who=who, pool=pool, **{"from": copy.deepcopy(was)}, to=to, **delta)
        if to is None:
            del pools[pool]
        else:
            pools[pool] = dict(to)

    def hurt(self, who: Any, pool: str, by: int) -> None:
        """Somebody loses so much of a pool, or gains where it is below 0."""
        was = self.there[who]["pools"][pool]
        self.pool(who, pool, {**was, "cur": was["cur"] - by})

    def attr(self, who: Any, name: str, to: Any) -> None:
        """A fact is so from now on, or no more."""
        attrs = self.there[who]["attrs"]
        self.write("attr", who=who, name=name, **{"from": attrs.get(name)}, to=to)
        attrs[name] = to
        if to is None:
            del attrs[name]

    def begin(self, who: Any, id: str, **cond: Any) -> None:
        """A condition begins."""
        self.write("cond_began", who=who, id=id, cond=copy.deepcopy(cond))
        self.there[who]["conds"][id] = cond

    def end(self, who: Any, id: str) -> None:
        """A condition ends."""
        cond = self.there[who]["conds"].pop(id)
        self.write("cond_ended", who=who, id=id, name=cond["name"])

    def tick(self, who: Any, id: str, to: int | None) -> None:
        """Less, or more, of a condition is left."""
        cond = self.there[who]["conds"][id]
        self.write("cond_ticked", who=who, id=id, **{"from": cond.get("remaining")}, to=to)
        cond["remaining"] = to
        if to is None:
            del cond["remaining"]

    def change(self, who: Any, id: str, **said: Any) -> None:
        """Anything else of a condition changes; None removes it."""
        self.write("cond_changed", who=who, id=id, set=said)
        cond = self.there[who]["conds"][id]
        cond.update(said)
        for name in [name for name, value in said.items() if value is None]:
            del cond[name]

    # --- the clock and what happens --------------------------------------------------------------

    def set_clock(self, **said: Any) -> None:
        """The clock stands elsewhere; None removes a key."""
        self.write("clock", set=said, **{"from": {key: self.clock.get(key) for key in said}})
        self.clock = {k: v for k, v in {**self.clock, **said}.items() if v is not None}

    def set_order(self, order: list[list[Any]]) -> None:
        """The order is another."""
        self.order = order
        self.write("order", order=copy.deepcopy(order))

    def act(self, verb: str, who: Any = None, parent: str | None = None, **said: Any) -> str:
        """Somebody does something; return the id of the act."""
        self.acts += 1
        id = f"x{self.acts}"
        within = {"parent": parent} if parent else {}
        self.write("act", id=id, verb=verb, who=who, **within, **said)
        self.last.append(id)
        return id

    def conditions(self) -> list[tuple[Any, str]]:
        """Return every condition that stands, with who bears it."""
        return [(who, id) for who, one in self.there.items() for id in one["conds"]]
