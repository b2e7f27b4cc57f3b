"""Requests are sent again where that is safe, and never acted on twice."""

from __future__ import annotations

import pytest

from api.client.connection import FIRST_PAUSE, LONGEST_PAUSE, PATIENCE, Connection
from api.client.errors import Failed, NoAnswer, Stale
from tests.api.client.conftest import Clock
from tests.support.clients.scripted_transport import Scripted, problem, reply

OK = reply({"ok": True})


def keys(server: Scripted) -> list[str]:
    return [headers["Idempotency-Key"] for _, _, headers, _ in server.asked]


def test_a_command_is_sent_again_with_its_key_until_it_is_answered(clock: Clock):
    server = Scripted(problem(503), None, problem(429), problem(502), problem(504), OK)
    assert Connection(server, "t").post("/c", {}, once=True).json == {"ok": True}
    assert len(keys(server)) == 6 and len(set(keys(server))) == 1
    assert len({body for *_, body in server.asked}) == 1


def test_pauses_double_up_to_a_bound_and_differ_by_chance(clock: Clock):
    Connection(Scripted(*[problem(503)] * 8, OK), "").get("/c")
    longest = [min(FIRST_PAUSE * 2**n, LONGEST_PAUSE) for n in range(8)]
    assert all(most / 2 <= it <= most for it, most in zip(clock.slept, longest, strict=True))


def test_the_server_says_how_long_to_wait(clock: Clock):
    Connection(Scripted(problem(503, retry_after="7"), OK), "").get("/c")
    assert clock.slept == [7]


def test_it_gives_up_rather_than_wait_for_too_long(clock: Clock):
    with pytest.raises(Failed) as found:
        Connection(Scripted(problem(429, retry_after="60")), "").get("/c")
    assert found.value.problem["retry_after"] == 60 and not clock.slept
    with pytest.raises(Failed):
        Connection(Scripted(*[problem(503)] * 100), "").get("/c")
    assert sum(clock.slept) <= PATIENCE


def test_what_is_not_carried_out_once_is_sent_once(clock: Clock):
    server = Scripted(OK, problem(503), None)
    connection = Connection(server, "")
    connection.get("/c")
    for error in (Failed, NoAnswer):
        with pytest.raises(error):
            connection.post("/c", {})
    assert len(server.asked) == 3


def test_where_nobody_ever_answered_it_says_so_at_once(clock: Clock):
    with pytest.raises(NoAnswer):
        Connection(Scripted(None), "").get("/c")
    assert not clock.slept


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 412, 422, 428, 500])
def test_a_refusal_is_no_reason_to_try_again(clock: Clock, status: int):
    with pytest.raises(Failed) as found:
        Connection(Scripted(problem(status)), "").post("/c", {}, once=True)
    assert (found.value.problem["status"], found.value.slug) == (status, "x")
    assert isinstance(found.value, Stale) == (status == 412)


def test_the_page_of_a_proxy_is_not_repeated(clock: Clock):
    page = reply()._replace(status=400, body=b"<html>secret</html>")
    with pytest.raises(Failed, match="no combatlog: status 400") as found:
        Connection(Scripted(page), "").get("/c")
    assert found.value.slug == ""


@pytest.mark.parametrize(
    ("body", "media", "sent"),
    [
        ("x", "text/plain", b"x"),
        (b"x", "", b"x"),
        ("{}", "application/json", b"{}"),
        ("x", "", b'"x"'),
    ],
)
def test_a_file_is_sent_as_it_is(body: str | bytes, media: str, sent: bytes):
    server = Scripted(OK)
    Connection(server, "").post("/c", body, media=media)
    assert [body for *_, body in server.asked] == [sent]


def test_a_token_and_a_query_are_sent_as_they_are_read(clock: Clock):
    server = Scripted(OK, OK)
    connection = Connection(server, "mine")
    connection.get("/c", after="4", full=True, at=None, q="")
    connection.post("/c", b"x", token="yours", media="text/plain", key="k", If_Match="*")
    (_, path, headers, _), (_, _, said, body) = server.asked
    assert path == "/c?after=4&full=true" and headers["Authorization"] == "Bearer mine"
    assert said.items() >= {"Authorization": "Bearer yours", "If-Match": "*"}.items()
    assert said.items() >= {"Content-Type": "text/plain", "Idempotency-Key": "k"}.items()
    assert body == b"x"
