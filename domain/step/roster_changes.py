"""What a step says of who comes and goes: by the table's word, or because a rule says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from domain import events as e
from domain.ruleset.ruleset import Window
from domain.ruleset.windows import REACT, window_of
from domain.state.pools import NO_LIMITS
from domain.state.roll_numbers import number_for
from domain.state.roster import Member
from domain.step.resource_changes import Stores


class Comings(Stores):
    """A step that brings subjects in and takes them out; what is sealed stays so."""

    def window(self, about: str) -> Window:
        """The window of that name, for the running game."""
        return window_of(self.rules, about)

    @contextmanager
    def sealing(self, question: str, who: str) -> Iterator[None]:
        """While it lasts, what is said in a sealed window is for the eyes of its owner."""
        asked, before = self.combat.exchange.questions.get(question), self.audience
        if asked is not None and self.window(asked.about).sealed(self):
            self.for_owner(who)
        yield
        self.audience = before

    def bring_in(self, member: Member, instead: str = "", **said: str) -> None:
        """Bring a subject in, openly or hidden; one who can act gets a number for rolls.

        `instead` is who left and was played by the same person.
        """
        number = number_for(self.combat.roster, member, instead)
        self._comes(member._replace(roller=number), said)

    def hand_over(self, who: str, controller: str, side: str, **said: str) -> None:
        """Put somebody who is openly here into other hands: from now on they play it, on that side.

        It comes in again as it is: its sheet, pools, conditions and its number for rolls stay.
        """
        member = self.combat.roster.members[who]
        self._comes(member._replace(controller=controller, side=side), said)

    def _comes(self, member: Member, said: dict[str, str]) -> None:
        sheet = {name: value for name, value in member._asdict().items() if name != "here"}
        self.emit(e.Joined(**sheet), None, **said)

    def edit_member(self, member: Member, changed: Mapping[str, Any], **said: str) -> None:
        """Say what is otherwise of a subject; pools go with what a new sheet changes in them.

        A fact that was set since goes with its trait. A pool that is in neither sheet stays.
        """
        event = e.Edited(subject=member.subject, kind=member.kind, **changed)
        self.emit(event, None, **said)
        if "traits" not in changed:
            return
        edited = member._replace(traits=changed["traits"])
        if not member.hidden or member.subject in self.combat.pools.of:
            self._adapt_pools(member, edited)
            self._adapt_budgets(member, edited)
        for name, value in edited.traits.items():
            since = self.combat.facts.get(member.subject, name)
            if since not in (None, value) and member.traits.get(name) != value:
                fact = e.FactSet(of=member.subject, name=name, was=since, value=value)
                self.emit(fact, None, **said)

    def _adapt_pools(self, before: Member, after: Member) -> None:
        """Give pools the limits of a new sheet, and what it says that they began with more."""
        who, had, limits = before.subject, self._opening(before), self.rules.limits(before.traits)
        for pool, new in self.rules.limits(after.traits).items():
            if limits.get(pool) != new:
                self.limit_pool(who, pool, new, trims=had.get(pool) == self._opening(after)[pool])
        for pool, amount in self._opening(after).items():
            name, _, key = pool.partition("/")
            if not self.combat.pools.has(who, name, key):
                self._begin_pool(who, name, amount, key)
            elif amount != had.get(pool, amount):
                left = self.balance_of(who, name, key)
                self.set_pool(who, name, left + amount - had[pool], key)

    def _adapt_budgets(self, before: Member, after: Member) -> None:
        """Change what is left of a budget by as much as a new sheet gives more or less."""
        who, had = before.subject, self.rules.budgets(before.traits)
        for pool, amount in self.rules.budgets(after.traits).items():
            if amount != had.get(pool, amount) and self.combat.pools.has(who, pool):
                left = self.balance_of(who, pool)
                self.set_pool(who, pool, max(0, left + amount - had[pool]))

    def open_pools(self, member: Member) -> None:
        """Fill the pools that a subject starts with, within their limits; those it has stay."""
        who, pools = member.subject, self.combat.pools
        for pool, limits in self.rules.limits(member.traits).items():
            if pools.limits_of(who, pool) == NO_LIMITS:
                self.limit_pool(who, pool, limits, trims=False)
        for pool, amount in self._opening(member).items():
            name, _, key = pool.partition("/")
            if not pools.has(who, name, key):
                self._begin_pool(who, name, amount, key)

    def _begin_pool(self, who: str, pool: str, amount: int, key: str) -> None:
        """Fill a pool that somebody starts with, by the clause of that pool."""
        declared = self.rules.pool(pool)
        self.fill(who, pool, amount, key, clause=declared.clause if declared else "")

    def open_pools_in_hiding(self, who: str) -> None:
        """Fill the pools of somebody in hiding before one of them changes, for the referee alone.

        Without such a change they are filled when their owner comes out.
        """
        member = self.member(who)
        if member is not None and member.here and member.hidden:
            self.open_pools(member)

    def _opening(self, member: Member) -> dict[str, int]:
        has_sheet = member.kind in self.rules.sheet_kinds
        return self.rules.opening(member.traits) if has_sheet else {}

    def take_out(self, who: str, why: str, **said: str) -> None:
        """Take somebody out; that withdraws their declarations and answers all their slots."""
        self.emit(e.Left(subject=who, why=why), None, **said)
        for act in tuple(self.combat.exchange.acts.values()):
            if act.who == who and not act.kind:
                with self.sealing(act.slot[0], act.who):
                    gone = e.Withdrawn(act=act.id, why="left the combat")
                    self.emit(gone, self._waits_in(act.id))
        for question in tuple(self.combat.exchange.questions.values()):
            for slot in question.unfilled_slots():
                if slot.who == who:
                    left = e.Answered(who=who, choice="left")
                    self.emit(left, (question.id, slot.id), behalf=who)

    def _waits_in(self, act: str) -> tuple[str, str] | None:
        """The slot in which a declared reaction waits for its turn."""
        for question in self.combat.exchange.questions.values():
            for slot in question.slots if question.about == REACT else ():
                if slot.about == act:
                    return question.id, slot.id
        return None
