"""Correcting the past: what a correction would come to, and the referee's ruling that adopts it."""

from __future__ import annotations

from api.answers import CommandResult
from api.bodies import Correcting
from api.contract import Answer, Call, Routes, long_read
from api.correcting import correction, up_to
from api.routes.play import said
from api.shapes import plain, shape
from api.taken_back import receipt_of_correction
from domain import commands as c
from projections.corrected import Corrected, corrected
from projections.views import SeenEntry

ROUTES = Routes("correcting")


_EXAMPLE = {"how": "annul", "step": 4}


@ROUTES.post(
    "/v1/combats/<combat>/corrections/preview",
    access="referee",
    body=Correcting,
    answers=shape(Corrected),
    problems=("refused",),
    example=_EXAMPLE,
)
@long_read("previews")
def post_corrections_preview(call: Call) -> Answer:
    """What a correction of a past step would come to; nothing changes, and no die falls.

    Every later step is decided again with its recorded dice and has one verdict: `kept`, `changed`
    (see `was` and `becomes`), `dropped`, or `stopped`, which ends it; each with its reason. The
    same body may then be sent to be adopted. `receipt` says what is lost by it.
    """
    ruling: c.Correct = call.body.ruling
    with call.held() as (combat, _):
        viewer = call.caller.viewer
        headers = {"ETag": f'"{call.service.token(combat, viewer)}"'}
        found = correction(combat, ruling, viewer, combat.line.steps + 2)
        label = combat.numbers.label
        left = [
            SeenEntry(label(entry.seq, viewer), "0", entry) for step in found.left for entry in step
        ]
        before = combat.moments.at(combat.line.last(found.before))
        stands = tuple(one for one in up_to(found, ruling) if one.drafts)
        lost = receipt_of_correction(combat, found, stands, ruling.how, viewer)
        told = corrected(before, left, up_to(found, ruling), combat.rules)._replace(receipt=lost)
    return Answer(plain(told), headers)


@ROUTES.post(
    "/v1/combats/<combat>/corrections",
    access="referee",
    body=Correcting,
    answers=CommandResult,
    problems=("refused",),
    head="must",
    once=True,
    example=_EXAMPLE | {"note": "he was not there"},
)
def post_corrections(call: Call) -> Answer:
    """Adopt a correction: what still happens is played again on a branch of its own.

    The old line stays in the log, and a jump leads back to it. Where judging stops, `upto` says up
    to which step to adopt.
    """
    call = call._replace(raw=b"correct " + call.raw)
    return said(call, call.body.ruling)
