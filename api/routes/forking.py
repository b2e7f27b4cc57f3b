"""What if: forks of a combat, two moments side by side, and promoting what was tried."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from api.access import NO_SUCH_COMBAT, admitted
from api.answers import Said
from api.asking import mover_of, previewed_at
from api.contract import Answer, Call, Routes
from api.forks import PREFIX, made, may_play, may_read
from api.open_combat import OpenCombat
from api.parsing import Number, Query
from api.preconditions import tagged
from api.problems import Problem
from api.promoting import Branch, branch_of, proposed
from api.routes.play import REPLAYED, said
from api.routes.reading import node_at
from api.service import KeyMisused
from api.shapes import plain, shape
from api.sight import Sight
from api.store import ForkRow
from api.words import person_name
from domain import commands as c
from domain.ruleset import Ruleset
from projections.compare import Comparison, compare
from projections.moment import Moment
from projections.preview import Part, Preview, preview

ROUTES = Routes("forks")


class NewFork(BaseModel):
    """Where a fork begins: right after an entry, else where the combat stands; and for whom.

    A private one is made of what its maker sees; a shared one of what everybody sees, and every
    player may try things in it.
    """

    model_config = ConfigDict(extra="forbid")

    at: Number | None = None
    title: c.Word = ""
    shared: StrictBool = False


class ForkShown(NamedTuple):
    """A fork: its id, where it goes on from and after which entry, and whose it is.

    Its id stands in addresses in place of a combat's. `yours` says whether the caller may play in
    it; `made_at` is milliseconds since 1970 UTC.
    """

    fork: str
    combat: str
    at: str
    title: str
    by: str
    name: str
    shared: bool
    yours: bool
    made_at: int


class Forks(NamedTuple):
    """The forks that the caller may look into, the oldest first."""

    items: tuple[ForkShown, ...]


class Promotion(NamedTuple):
    """What promoting a fork would come to.

    `steps` are what would be said again, with what came of it in the fork; the combat's own dice
    may say otherwise. `back` is what going back to where the fork began would change; its receipt
    says who must agree to the promotion.
    """

    fork: ForkShown
    steps: tuple[Part, ...]
    back: Preview


class Beside(Query):
    """Two moments: right after an entry of this combat, and of it or of a fork of it."""

    example = "at=9&with_at=12"
    at: Number | None = None
    other: str = Field("", max_length=80, alias="with", description="A fork; else this combat.")
    with_at: Number | None = None


class Promoting(BaseModel):
    """Why a fork is promoted."""

    model_config = ConfigDict(extra="forbid")

    note: c.Text | None = None


@ROUTES.post(
    "/v1/combats/<combat>/forks",
    access="player",
    body=NewFork,
    answers=shape(ForkShown),
    status=201,
    problems=("refused",),
    once=True,
    example={"at": "9", "title": "Had he run"},
)
def post_fork(call: Call) -> Answer:
    """Try out what would be: a fork of the combat at any entry. Nothing is copied.

    Its id stands in place of the combat's in every address that reads or plays. Whoever plays in it
    speaks for everybody and goes back as he likes; dice fall under a key of its own.
    """
    with call.held() as (combat, sight):
        row, again = _row(call, combat, sight)
        shown = _shown(call, combat, row)
    headers = {"Location": f"/v1/combats/{row.fork}", "Cache-Control": "no-store"}
    return Answer(plain(shown), headers | ({REPLAYED: "true"} if again else {}))


def _row(call: Call, combat: OpenCombat, sight: Sight) -> tuple[ForkRow, bool]:
    """A new fork, or the one that was made under this key."""
    said: NewFork = call.body
    service, viewer = call.service, call.caller.viewer
    mac = service.vault.mac(b"body", combat.name.encode(), call.raw)
    name = PREFIX + service.effects.new_id()[:20]
    if call.key:
        words = (combat.name.encode(), call.caller.seat.encode(), call.key.encode())
        name = PREFIX + service.vault.mac(b"fork", *words).hex()[:20]
        if (known := service.log.fork(name)) is not None:
            if known.mac != mac:
                raise KeyMisused("this Idempotency-Key was used for another fork")
            return known, True
    own = sight.line.step_of(sight.node if said.at is None else node_at(sight, said.at))
    # Not with what is hidden after it: where a fork begins would tell that there is something.
    step = combat.line.step_of(sight.raw(sight.line.last(own))) if own else 0
    row = made(combat, viewer, name, step, service.effects.now(), said.title, said.shared, mac)
    service.log.append((), fork=row)
    return row, False


def _shown(call: Call, combat: OpenCombat, row: ForkRow) -> ForkShown:
    viewer = call.caller.viewer
    seq = combat.visible_head(viewer, row.seq)
    at = combat.numbers.label(seq, viewer) if seq else "0"
    name = person_name(call.service, combat.root, row.person)
    return ForkShown(
        row.fork,
        row.combat,
        at,
        row.title,
        row.person,
        name,
        row.shared,
        may_play(row, viewer),
        row.made_at,
    )


@ROUTES.get("/v1/combats/<combat>/forks", access="reader", answers=shape(Forks))
def get_forks(call: Call) -> Answer:
    """The forks that go on from here: the caller's own, and those that were shown to the table."""
    person = call.caller.viewer.person
    with call.held() as (combat, _):
        rows = [r for r in call.service.log.forks(call.combat) if may_read(r, person)]
        items = tuple(_shown(call, combat, row) for row in rows)
    return Answer(plain(Forks(items)), {"Cache-Control": "no-store"})


# --- promoting -----------------------------------------------------------------------------


@ROUTES.get(
    "/v1/combats/<combat>/forks/<fork>",
    access="reader",
    answers=shape(Promotion),
    problems=("refused",),
)
def get_fork(call: Call) -> Answer:
    """What promoting a fork would come to, and who must agree. No die falls."""
    viewer, service = call.caller.viewer, call.service
    with call.held() as (combat, sight):
        branch = _branch(call, combat)
        headers = {"ETag": f'"{service.token(combat, viewer)}"', "Cache-Control": "no-store"}
        seq = combat.visible_head(viewer, branch.fork.row.seq)
        own = sight.line.step_of(sight.place(combat.numbers.label(seq, viewer))) if seq else 0
        mover = mover_of(combat, viewer, service.effects.now())
        back = previewed_at(combat, sight, own, branch.base, viewer, mover)
        back = back._replace(receipt=proposed(combat, branch, viewer))
        shown = _shown(call, combat, branch.fork.row)
        steps = _steps(Sight(branch.fork, viewer), branch, combat.rules)
    return Answer(plain(Promotion(shown, steps, back)), headers)


def _branch(call: Call, combat: OpenCombat) -> Branch:
    """The fork of an address; one that the caller may not look into is not there."""
    row = call.service.log.fork(call.path["fork"])
    if row is None or row.combat != combat.name or not may_read(row, call.caller.viewer.person):
        raise Problem("not-found", "There is no such fork of this combat. See its `forks`.")
    return branch_of(combat, row.fork, call.caller.viewer, call.service.effects)


def _steps(sight: Sight, branch: Branch, rules: Ruleset) -> tuple[Part, ...]:
    """What was played in a fork, step by step, in words."""
    played = [each for step in branch.steps for each in sight.of_step(branch.fork, step[0].step)]
    before = sight.line.parent(sight.line.step_of(played[0])) if played else 0
    moment = sight.moment(sight.line.last(before))
    return preview(moment, [], sight.seen(played), rules).returns


@ROUTES.post(
    "/v1/combats/<combat>/forks/<fork>/promote",
    access="player",
    body=Promoting,
    answers=Said,
    problems=("refused",),
    head="must",
    once=True,
    example={"note": "so it was meant"},
)
def post_promotion(call: Call) -> Answer:
    """Take what was played in a fork into the combat, or ask those who must agree to it.

    What was said is decided again with the combat's own dice, and played as far as that goes;
    `stopped` says why the rest was not. While it is asked for, play waits, and the whole table may
    look into the fork.
    """
    with call.held() as (combat, _):
        fork = _branch(call, combat).fork.row.fork
    call = call._replace(raw=f"promote {fork} ".encode() + call.raw)
    return said(call, c.Promote(fork=fork, note=call.body.note))


# --- side by side --------------------------------------------------------------------------


@ROUTES.get(
    "/v1/combats/<combat>/compare",
    access="reader",
    query=Beside,
    answers=shape(Comparison),
    revalidates=True,
)
def get_comparison(call: Call) -> Answer:
    """Two moments of a combat and its forks side by side: pools, order, conditions, who stands."""
    query: Beside = call.query
    left, tag, rules, root = _moment(call, query.at)
    other = call._replace(combat=query.other or call.combat)
    admitted(call.service, "reader", call.caller, other.combat)
    right, other_tag, _, other_root = _moment(other, query.with_at)
    if root != other_root:
        raise Problem("not-found", NO_SUCH_COMBAT)
    headers = tagged(call, f"{tag}+{other_tag}")
    return Answer(plain(compare(left, right, rules)), headers)


def _moment(call: Call, at: str | None) -> tuple[Moment, str, Ruleset, str]:
    """A moment as the caller sees it, its name, and of which combat it is."""
    with call.held() as (combat, sight):
        node = sight.node if at is None else node_at(sight, at)
        tag = f"{combat.name}-{sight.number(node)}"
        return sight.moment(node), tag, combat.rules, combat.root
