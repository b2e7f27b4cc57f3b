"""The summary page: what everybody may read at the end of a fight, and the way to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain import commands as c
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.goldens.samples import service_in

SHEETS = {"vala": ("heroes", 12), "wolf": ("beasts", 4)}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Vala fells a wolf of 4 hit points in the first round."""
    service = service_in(tmp_path)
    settings = {"order": "as added"}
    opened = service.open(c.Open(ruleset="open", title="The den", settings=settings))
    table = Table.at_combat(service, opened.combat.name)
    for who, (side, hp) in SHEETS.items():
        traits = {"hp": hp}
        table.operator.says("join", subject=who, name=who.title(), side=side, traits=traits)
    table.operator.says("answer", who="referee", about="round", choice="begin")
    bite = {"manoeuvre": "strike", "targets": ["wolf"], "params": {"their hp": 4}}
    table.operator.says("act", who="vala", **bite)
    return table


def test_it_says_who_fell_by_whose_act_and_the_damage(table: Table, referee: Reader, at: str):
    words = referee.reads(f"{at}/summary").words
    assert "The fight goes on" in words
    assert "Wolf Vala's strike round 1" in words
    assert "Vala 4 0" in words and "Wolf 0 4" in words
    assert "Biggest blow: 4 Vala's strike on Wolf, round 1" in words


def test_bars_compare_at_least_two_fighters(table: Table, referee: Reader, at: str):
    assert referee.get(f"{at}/summary").text.count('class="measure') == 4
    table.operator.says("rewind", how="undo")
    stumble = {"manoeuvre": "stumble", "targets": ["vala"], "params": {"their hp": 2}}
    table.operator.says("act", who="vala", **stumble)
    alone = referee.get(f"{at}/summary")
    assert "Taken Vala 0 2" in referee.reads(f"{at}/summary").words
    assert alone.text.count('class="measure') == 0


def test_its_recap_is_that_of_the_api(table: Table, referee: Reader, at: str):
    told = table.operator.get("timeline as text/markdown").text
    page = referee.get(f"{at}/summary").text
    field = page.partition("<textarea")[2].partition("</textarea>")[0]
    assert told.splitlines()[0] in field and "## Round 1" in field


def test_when_the_fight_is_over_the_table_leads_there(table: Table, referee: Reader, at: str):
    form = referee.reads(f"{at}/referee").form("End the combat")
    assert referee.sends(form).location == f"{at}/summary"
    words = referee.reads(at).words
    assert "The fight is over" in words and "See how it ended" in words
    assert f'href="{at}/summary"' in referee.get(at).text
    ended = referee.reads(f"{at}/summary").words
    assert "Over after 1 round" in ended and "Left standing: Heroes" in ended


def test_once_over_other_forms_lead_back_to_their_page(table: Table, referee: Reader, at: str):
    table.operator.says("end")
    form = referee.reads(at).form("Write it down")
    assert referee.sends(form, form.filled(note="well fought")).location == at


def test_what_is_hidden_counts_for_the_referee_alone(table: Table, referee: Reader, at: str):
    said = table.operator.says("seat-open", person="Ulla", role="spectator")
    [token] = said["tokens"].values()
    guest = Reader(table.app, token)
    before = guest.reads(f"{at}/summary").words
    lurker = {"subject": "ghoul", "name": "Ghoul", "side": "dead", "traits": {"hp": 5}}
    table.operator.says("join", hidden=True, **lurker)
    table.operator.says("roll", who="referee", sides=20, hidden=True)
    change = {"what": "pool", "subject": "ghoul", "pool": "hp", "delta": -5}
    table.operator.says("adjust", note="it rots", change=change)
    assert guest.reads(f"{at}/summary").words == before
    assert "Ghoul" in referee.reads(f"{at}/summary").words


def test_the_replay_is_saved_as_everybody_may_see_it(table: Table, referee: Reader, at: str):
    said = table.operator.says("seat-open", person="Ulla", role="spectator")
    [token] = said["tokens"].values()
    page, guest = referee.get(f"{at}/summary").text, Reader(table.app, token)
    assert re.search(rf'href="{at}/replay.html\?public=1"><svg.*?</svg>Save replay<', page)
    assert re.search(rf'href="{at}/replay.html"><svg.*?</svg>Save with hidden things<', page)
    assert "hidden things" not in guest.get(f"{at}/summary").text


# --- the same people again -----------------------------------------------------------------------


def test_the_same_people_fight_again_and_are_full_again(table: Table, referee: Reader, at: str):
    hurt = {"pools": {"grit": {"current": 3, "most": 9}}}
    table.operator.says("join", subject="bram", name="Bram", side="heroes", traits=hurt)
    form = referee.reads(f"{at}/summary").form("Same people again")
    answer = referee.sends(form)
    assert answer.status_code == 303
    new = answer.location.rpartition("/")[2]
    assert new != table.combat and referee.sends(form).location == answer.location
    held = table.service.combat(new)
    assert held.opening_event.title == "The den, again"
    pools = held.head.pools.of
    assert (pools["wolf"]["hp"], pools["vala"]["hp"], pools["bram"]["grit"]) == (4, 12, 9)
    page = Reader(table.app, referee.token).reads(answer.location).words
    assert "The den, again" in page


def test_the_same_people_sent_twice_end_where_their_links_can_be_renewed(
    table: Table, referee: Reader, at: str
):
    table.operator.says("seat-open", person="Anna Berg", role="player")
    form = referee.reads(f"{at}/summary").form("Same people again")
    first, second = referee.sends(form), referee.sends(form)
    assert "For Anna Berg, shown only now" in first.text
    assert second.status_code == 200 and "New link for Anna Berg" in second.text
    told = "the links to its seats were shown then"
    assert told in second.text and told not in first.text


def test_a_fight_without_a_title_is_called_by_its_sides_and_no_words_are_missing(tmp_path: Path):
    service = service_in(tmp_path)
    combat = service.open(c.Open(ruleset="open")).combat.name
    table = Table.at_combat(service, combat)
    for who, side, hidden in (("vala", "heroes", 0), ("wolf", "beasts", 0), ("ghoul", "dead", 1)):
        said = {"subject": who, "name": who.title(), "side": side, "hidden": bool(hidden)}
        table.operator.says("join", note="on a horse", **said)
    reader = Reader(table.app, service.vault.operator_token())
    form = reader.reads(f"/combats/{combat}/summary").form("Same people again")
    new = reader.sends(form).location.rpartition("/")[2]
    row = service.log.catalogue_row(new)
    assert row is not None and row.title == "Heroes against Beasts, again"
    assert "forgotten" not in reader.get(f"/combats/{new}/audit").text
    assert "forgotten" not in reader.get(f"/combats/{new}").text
    assert "<title>Untitled – replay" in reader.get(f"/combats/{combat}/replay.html").text
    assert f">{combat}" not in reader.get("/new?ruleset=open").text


def test_people_with_a_seat_get_a_link_to_the_next_fight(table: Table, referee: Reader, at: str):
    table.operator.says("seat-open", person="Kim", role="player", combatants=["vala"])
    answer = referee.sends(referee.reads(f"{at}/summary").form("Same people again"))
    assert answer.status_code == 200 and "For Kim, shown only now" in answer.text
    assert "plays Vala" in " ".join(answer.text.split())


def test_only_the_operator_opens_the_next_fight(table: Table, at: str):
    said = table.operator.says("seat-open", person="Rita", role="referee")
    [token] = said["tokens"].values()
    words = Reader(table.app, token).reads(f"{at}/summary").words
    assert "Share replay" in words and "Same people again" not in words


# --- where we were -------------------------------------------------------------------------------


def test_a_fight_that_was_left_says_where_it_was_until_somebody_acts(
    table: Table, referee: Reader, at: str
):
    assert "Where we were" not in referee.reads(at).words
    _a_day_later(table)
    words = referee.reads(at).words
    assert "Where we were last played 1 day ago" in words
    assert "Cannot act: Wolf" in words and "Next: " in words
    assert "Where we were" in referee.reads(f"{at}/board").words
    table.operator.says("seat-open", person="Kim", role="spectator")
    assert "Where we were" in referee.reads(at).words
    table.operator.says("act", who="vala", manoeuvre="look around")
    assert "Where we were" not in referee.reads(at).words


def test_a_fight_that_is_over_is_not_gone_on_with(table: Table, referee: Reader, at: str):
    table.operator.says("end")
    _a_day_later(table)
    assert "Where we were" not in referee.reads(at).words


def _a_day_later(table: Table) -> None:
    """Let 26 hours pass."""
    now = table.service.effects.now() + 26 * 3600 * 1000
    table.service.effects = table.service.effects._replace(now=lambda: now)
