"""Defects of the service, put back: retries, and races between processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from types import SimpleNamespace
from typing import Any

from api.combats.combat_history import MAY_GO_ON, CombatHistory
from api.combats.open_combat import OpenCombat
from api.handlers import transaction
from api.handlers.transaction import Work, _head
from api.service import privacy, service
from api.service.batch import BatchRun, Outcome
from api.service.service import KeyMisused, Receipt, Request, Service
from api.store.core.errors import Conflict
from api.store.core.rows import CatalogueRow
from api.web import error_mapping
from api.web.problems import Problem
from api.web.route_table import Call
from domain.ruleset.ruleset import Refused, Ruleset
from projections.state import catalogue
from tests.simulation.actors import clients
from tests.simulation.defects.defect import Defect, put_back


@put_back(Service, "say")
def _five_tries(self: Service, name: str, request: Request) -> Receipt:
    with self.lock_combat(name) as combat:
        for _ in range(5):
            try:
                return self._once(combat, request)
            except Conflict:
                combat.catch_up()
    raise Conflict("Another writer kept appending to this combat")


@put_back(Service, "_earlier_receipt")
def _answer_what_is_not_read(self: Service, combat: OpenCombat, request: Request) -> Receipt | None:
    row = self.log.find_key(combat.name, request.seat, request.key) if request.key else None
    if row is None:
        return None
    if row.mac != self.mac(combat, request):
        raise KeyMisused
    return Receipt(combat, row.step, replayed=True)


@put_back(Service, "begin")
def _open_alone(
    self: Service, name: str, rules: Ruleset, request: Request, enter: Any, *, sample: bool = False
) -> Receipt:
    combat = self.combats.begin(name, rules)
    if (known := self._earlier_receipt(combat, request)) is not None:
        return known
    work = Work(self.effects, combat, request.viewer)
    enter(work)
    work.commit(self._key_row(combat, request, 1), sample=sample)
    return Receipt(self.combats.keep(combat), 1, tokens=work.tokens)


@put_back(service, "check_keys")
def _any_keys_will_do(*_: Any) -> None:
    """Serve without a look at the keys."""


@put_back(BatchRun, "_next_chunk")
def _fail_where_the_key_is_taken(self: BatchRun) -> list[Outcome]:
    try:
        with self._service.lock_combat(self._name) as combat:
            return self._chunk(combat)
    except Conflict:
        lock, turn = self._service.lock_combat(self._name), self._service.log.turn(self._name)
        with lock as combat, turn:
            combat.catch_up()
            return self._chunk(combat)


@put_back(CombatHistory, "last_step")
def _answer_the_first_step(self: CombatHistory, step: int) -> int:
    return step


@put_back(CombatHistory, "last_step")
def _answer_what_has_the_same_time(self: CombatHistory, step: int) -> int:
    first, last = self._first_entry(step), step
    if not isinstance(first.event, MAY_GO_ON):
        return step
    while last < self.line.steps and self._first_entry(last + 1).meta.at == first.meta.at:
        last += 1
    return last


@put_back(transaction, "_catalogue_row")
def _list_as_last_known(combat: OpenCombat, steps: Any, *, sample: bool) -> CatalogueRow | None:
    listed = combat.listed
    before = catalogue.Row(*listed[1:-1]) if listed else None
    entries = tuple(entry for step, _ in steps for entry in step)
    row = catalogue.row(before, entries, _head(combat, steps))
    return None if row is None else CatalogueRow(combat.name, *row, sample)


@contextmanager
def _explain_without_database(call: Call) -> Iterator[None]:
    try:
        yield
    except Refused as refused:
        raise error_mapping.refusal(refused, call) from refused
    except Exception as error:
        made = error_mapping.as_problem(error)
        if made is error:
            raise
        named = error_mapping.named(made, call) if isinstance(made, Problem) else made
        raise named from error


def _forget_without_turn(service: Service, combat: str, **what: str) -> Any:
    log = service.log
    without = SimpleNamespace(
        lock_combat=service.lock_combat,
        log=SimpleNamespace(
            turn=lambda _: nullcontext(),
            people=log.people,
            texts=log.texts,
            append=log.append,
            erase_deleted=log.erase_deleted,
        ),
    )
    return privacy.forget(without, combat, **what)  # type: ignore[arg-type]


DEFECTS = (
    Defect(
        "five tries",
        "Whoever lost five races for a combat was sent away with 503.",
        _five_tries,
        found_at=39,
        seeds=400,
    ),
    Defect(
        "unread step",
        "The same key at two processes was answered with 500: one of them had not read the step.",
        _answer_what_is_not_read,
        found_at=41,
    ),
    Defect(
        "opened twice",
        "A combat that was opened at two processes under one key was opened by one, and the other"
        " answered 500.",
        _open_alone,
        found_at=0,
    ),
    Defect(
        "other keys",
        "A host with other keys served the same database, and spoiled combats for good.",
        _any_keys_will_do,
        found_at=1,
    ),
    Defect(
        "batch at two",
        "A batch that two processes got at once was answered with 500 at one of them.",
        _fail_where_the_key_is_taken,
        found_at=41,
    ),
    Defect(
        "first step alone",
        "A retry was answered the first step of its command, without what that had led to.",
        _answer_the_first_step,
        found_at=92,
        seeds=400,
    ),
    Defect(
        "same millisecond",
        "A retry of an undo was answered also what others did in the same millisecond.",
        _answer_what_has_the_same_time,
        found_at=8,
    ),
    Defect(
        "listed as before",
        "A hidden roll set the combat back in the catalogue to what its process knew of it.",
        _list_as_last_known,
        found_at=102,
    ),
    Defect(
        "refused in an outage",
        "A refusal was answered with 500 where the database failed while it was explained.",
        partial(put_back(clients, "as_problems")(_explain_without_database)),
        found_at=7,
    ),
    Defect(
        "forgotten at once",
        "Two who had the same words forgotten at once counted them twice.",
        put_back(clients, "forget")(_forget_without_turn),
        found_at=82,
        seeds=1000,
    ),
)
