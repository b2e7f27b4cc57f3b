"""The replay as one file: small, whole, safe, and nothing in it that its maker may not see."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

from api.service.service import Service
from api.transfer.samples import FOLDER, load_sample
from domain.rulesets import all_rulesets
from tests.projections.changes.test_replay_frames import WAYS
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.clients.replay_reader import ReplayReader, hash_of
from tests.support.combats.any_game import any_game

MOST = 400_000
"""Bytes of a file of about 500 entries."""

LOADING = ("src", "srcset", "href", "action", "formaction", "data", "poster", "background", "ping")


def sample(service: Service, fight: str) -> Table:
    """A sample, for its operator."""
    service.rulesets = all_rulesets
    combat = load_sample(service, FOLDER / fight / "fight.jsonl")
    return Table.at_combat(service, combat)


def file_of(table: Table, token: str, query: str = "") -> str:
    """The file that somebody makes."""
    answer = Reader(table.app, token).get(f"/combats/{table.combat}/replay.html{query}")
    assert answer.status_code == 200, answer.text
    return answer.text


def frames(table: Table, by: str, through: bool) -> list[Any]:
    """All frames, as programs get them."""
    query = f"by={by}&through={str(through).lower()}&limit=500"
    found: list[Any] = []
    while True:
        after = found[-1]["number"] if found else "0"
        page = table.operator.read(f"frames?{query}&after={after}")
        found += page["items"]
        if page["next"] is None:
            return found


# --- a whole fight -----------------------------------------------------------------------------


def test_a_fight_of_583_entries_is_whole_in_under_400_kilobytes(service: Service):
    table = sample(service, "planeswalker/the-broken-gate")
    html = file_of(table, service.vault.operator_token())
    read = ReplayReader(html)
    assert len(read.story) == 583
    assert len(html.encode()) < MOST
    told, acts = (table.operator.read(f"timeline{how}")["items"] for how in ("?full=1", ""))
    said = {line["number"]: line["text"] for line in acts if line["kind"] == "act"}
    for (number, text), line in zip(read.story, told, strict=True):
        # An act is told as at the table, with its clause; all else in full.
        assert number == line["number"]
        assert text.startswith(said[number]) if number in said else text == line["text"]
    shots = [shot for frame in frames(table, "entry", True) for shot in frame["shots"]]
    assert len(shots) == 583
    for shot, (number, text) in zip(shots, read.story, strict=True):
        assert number == shot["number"] and words(shot["text"]) <= words(text), text


def words(text: str) -> Counter[str]:
    """The words of a line; that of a story may hold more than that of a frame."""
    return Counter(re.findall(r"\w+", text))


# --- what it asks for ----------------------------------------------------------------------------


def test_it_asks_nobody_for_anything(table: Table):
    read = ReplayReader(file_of(table, table.tokens["ana"]))
    asked = [
        (tag, name, found[name]) for tag, found in read.tags for name in LOADING & found.keys()
    ]
    assert asked and all((tag, name) == ("a", "href") for tag, name, _ in asked)
    assert all(address.startswith("#") for *_, address in asked)
    assert not {"link", "img", "iframe", "object", "base"} & {tag for tag, _ in read.tags}
    assert not re.search(r"url\(|@import", read.texts["style"])
    assert not re.search(r"\bimport\b|XMLHttpRequest|https?:", read.texts["script"])
    assert not [n for _, found in read.tags for n in found if n == "style" or n.startswith("on")]


def test_its_policy_allows_its_own_style_and_script_alone(table: Table):
    answer = Reader(table.app, table.tokens["ana"]).get(f"/combats/{table.combat}/replay.html")
    read = ReplayReader(answer.text)
    assert read.policy == (
        f"default-src 'none'; style-src {hash_of(read.texts['style'])};"
        f" script-src {hash_of(read.texts['script'])}; base-uri 'none'; form-action 'none'"
    )
    sent = answer.headers["Content-Security-Policy"]
    assert sent == f"{read.policy}; frame-ancestors 'none'"
    names = [found.get("http-equiv") for tag, found in read.tags if tag in ("meta", "style")]
    assert names[1] == "Content-Security-Policy", "it comes before everything that it rules"


# --- its frames --------------------------------------------------------------------------------


def test_its_frames_are_those_of_the_replay_past_undos_and_through_them(table: Table):
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    table.operator.says("pass-all")
    table.operator.says("rewind", how="undo")
    table.operator.says("roll", who="ana", sides=20)
    table.ana.says("note", note="so far", about=4)
    read = ReplayReader(file_of(table, table.tokens["rita"]))
    assert [way["by"] for way in read.data["ways"]] == ["entry", "step", "turn", "round"]
    for by, through in WAYS:
        if by != "phase":
            same_frames(read.frames(by, through), frames(table, by, through))


def same_frames(found: list[tuple[str, list[str]]], expected: list[Any]) -> None:
    """Frames end at the same entries, and say of the same things that they changed."""
    assert [number for number, _ in found] == [frame["number"] for frame in expected]
    for (_, changed), frame in zip(found, expected, strict=True):
        assert len(changed) == len(frame["changes"])
        for text in changed:
            assert any(c["becomes"] in text or c["says"] in text for c in frame["changes"]), text


# --- who may see what ---------------------------------------------------------------------------


def test_what_is_hidden_is_not_in_the_bytes_of_others(table: Table):
    before = file_of(table, table.tokens["ana"])
    table.operator.says("join", subject="zorro", name="Zorro", hidden=True, side="b")
    table.operator.says("roll", who="referee", purpose="ambush", hidden=True, faces={"ambush": [3]})
    after = file_of(table, table.tokens["ana"])
    assert after == before and not re.search("zorro|ambush", after, re.I)
    rita = file_of(table, table.tokens["rita"])
    assert "Zorro" in rita and "ambush" in rita
    assert "As the referee sees it: hidden things are in it." in rita
    public = file_of(table, table.tokens["rita"], "?public=1")
    assert "As everybody may see it." in public and not re.search("zorro|ambush", public, re.I)
    assert public == file_of(table, table.tokens["sue"])


def test_programs_get_it_with_their_token_and_problems_as_json(table: Table):
    path = f"/combats/{table.combat}/replay.html"
    mine = table.client.get(path, headers={"Authorization": f"Bearer {table.tokens['ana']}"})
    assert mine.text == file_of(table, table.tokens["ana"])
    assert mine.headers["Content-Disposition"] == 'attachment; filename="the-ford-replay.html"'
    wrong = table.client.get(path, headers={"Authorization": "Bearer nonsense"})
    assert (wrong.status_code, (wrong.json or {})["type"]) == (401, "/problems/unauthorized")
    nobody = table.client.get(path)
    assert nobody.status_code == 401 and nobody.text.startswith("<!doctype html>")
    elsewhere = {"Authorization": f"Bearer {table.tokens['ana']}"}
    page = table.client.get(f"/combats/{table.combat}/replay", headers=elsewhere)
    assert page.status_code == 401, "other pages know a cookie alone"


# --- hostile names and words ---------------------------------------------------------------------

EVIL = "</script></title><script>alert(1)</script><!--<img src=x onerror=alert(2)>"


def test_hostile_names_and_words_are_text(service: Service):
    plain = ReplayReader(file_of(Table.laid(service), service.vault.operator_token()))
    table = Table.laid(service, title=EVIL)
    table.operator.says("join", subject="eve", name=EVIL[:60], side="b")
    table.ana.says("note", note=EVIL)
    html = file_of(table, service.vault.operator_token())
    read = ReplayReader(html)
    assert "<img" not in html and "<script>alert" not in html
    assert read.texts["h1"].strip() == EVIL
    scripts = [found for tag, found in read.tags if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "frames"}, {}]
    assert read.texts["script"] == plain.texts["script"]
    assert any(EVIL in text for _, text in read.story)
    assert any(text.startswith(EVIL[:60]) for text in read.moment(len(read.story)))
    assert "<" not in read.texts["json"]


def test_it_opens_at_the_first_turn_as_the_page_does(table: Table):
    reader = Reader(table.app, table.tokens["ana"])
    page, file = (
        reader.get(f"/combats/{table.combat}/{path}") for path in ("replay", "replay.html")
    )
    places = [re.findall(r'id="place"[^>]* value="(\d+)"', each.text) for each in (page, file)]
    assert places[0] == places[1] and int(places[0][0]) > 1


def test_visitors_are_offered_nothing_that_needs_a_seat(service: Service):
    table = sample(service, "arq/the-far-bank")
    at, visitor = f"/combats/{table.combat}", Reader(table.app)
    operator = Reader(table.app, service.vault.operator_token())
    for says in ("Contest it", "Tell me when", "Undo</a>"):
        assert says in operator.get(f"{at}/replay").text
        assert says not in visitor.get(f"{at}/replay").text
    words = visitor.reads(f"{at}/what-if").words
    assert "Sign in to try it." in words and "has a button for it" not in words


def test_the_story_is_in_the_words_of_the_table(tmp_path: Path):
    table = any_game(tmp_path, vala="heroes", wolf="pack")
    said = {"who": "vala", "manoeuvre": "deed", "targets": ["wolf"]}
    table.operator.says("act", **said, params={"what": "long shot", "state": "", "their hp": 4})
    story = file_of(table, table.service.vault.operator_token()).partition('id="frames"')[0]
    assert "Vala long shot at Wolf (4 hp)" in re.sub(r"<[^>]*>", "", story)
    assert "what long shot" not in story and "(state" not in story
