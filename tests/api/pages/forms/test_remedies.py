"""Amendments as forms: what was said, with what stood in it, and what could have been said instead.

The fight of `test_disputes` with a player more: entry 26 is Ana's strike, 41 Bert's roll of a 12.
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from tests.support.clients.html_reader import Form, Reader, Sheet
from tests.support.clients.http_client import Json, Table
from tests.support.combats.contested import MENDED, contests, fought

__all__ = ["fought"]
ROLL, DECLARED, STRIKE, MOVE = 41, 29, 26, 18


def reader(table: Table, who: str) -> Reader:
    return Reader(table.app, table.tokens[who])


def offered(sheet: str) -> dict[str, dict[str, str]]:
    """The remedies to choose from, by their groups: what each is called, and its key."""
    groups = re.findall(r'<optgroup label="(.*?)">(.*?)</optgroup>', sheet, re.DOTALL)
    found = {
        name: re.findall(r'<option value="(.*?)"[^>]*>(.*?)</option>', inside)
        for name, inside in groups
    }
    usual = re.findall(r'<button name="remedy" value="(.+?)"[^>]*>(.*?)</button>', sheet)
    found = {"Usual": usual, **found}
    return {name: {says: key for key, says in pairs} for name, pairs in found.items()}


def chosen(at: Reader, path: str, group: str, says: str) -> Form:
    """The form of a remedy, after it was chosen from the list."""
    key = offered(at.get(path).text)[group][says]
    joint = "&" if "?" in path else "?"
    return at.reads(f"{path}{joint}remedy={key}").form("See what it would do")


def looked_at(at: Reader, form: Form, **said: str) -> Sheet:
    """What a remedy would do, filled in so."""
    filled = form.filled(**said)
    return at.reads(f"{form.action}?{urlencode(list(filled.items(multi=True)))}")


@pytest.fixture
def case(fought: Table) -> str:
    """The address of Bert's dispute about his own roll."""
    return f"/combats/{fought.combat}/docket/{contests(fought.bert, entry=ROLL)}"


def test_what_was_said_stands_in_its_form_and_another_face_is_ruled(fought: Table, case: str):
    rita, number = reader(fought, "rita"), int(case.rpartition("/")[2])
    form = chosen(rita, case, "It was said otherwise", "Bert: Roll attempt, as it was said")
    assert [(box.name, box.value) for box in form.boxes] == [("faces/20:faces.attempt", "12")]
    sheet = looked_at(rita, form, faces="20")
    assert "What it would do: amend entry 41" in sheet.words and "changed" in sheet.words
    rule = sheet.form("Rule: amend entry 41")
    assert fought.sue.read("state")["conditions"] != []
    assert rita.sends(rule, rule.filled(note="We saw a 20.")).status_code == 303
    case_now = next(c for c in fought.sue.read("disputes")["items"] if c["number"] == str(number))
    assert case_now["rulings"][0]["remedy"] == {
        **MENDED,
        "entry": str(ROLL),
        "how": "amend",
        "dice": "recorded",
        "where": "before",
        "command": {**MENDED["command"], "params": {}, **UNSAID},
    }
    assert fought.sue.read("state")["conditions"] == []


UNSAID: Json = {
    "against": False,
    "card": "",
    "risk": {},
    "toward": "",
    "witness": "",
    "on_behalf": False,
}


def test_everything_that_could_have_been_said_is_offered_and_nothing_else(fought: Table):
    at = f"/combats/{fought.combat}/docket/{contests(fought.bert, entry=STRIKE)}"
    groups = offered(reader(fought, "rita").get(at).text)
    assert list(groups["It was said otherwise"]) == [
        "Ana: Strike, as it was said",
        "Ana: Move",
        "Ana: End the turn",
    ]
    assert list(groups["Put in before it"]) == ["Ana: Move", "Ana: Strike", "Ana: End the turn"]
    assert "Bert: Parry" in groups["Put in after it"]
    assert list(groups["As programs say it"]) == [
        "Amend it: it was said otherwise",
        "Insert what was left out",
    ]


def test_the_usual_ones_come_first_and_only_once(fought: Table):
    groups = offered(
        reader(fought, "rita").get(f"/combats/{fought.combat}/contest?entry={STRIKE}").text
    )
    assert next(iter(groups)) == "Usual" and len(groups["Usual"]) == 5
    assert list(groups["Usual"])[:3] == [
        "Let it stand",
        "Go back to an earlier moment",
        "Annul it: it never was",
    ]
    others = [says for name, group in groups.items() if name != "Usual" for says in group]
    assert others and not {*others} & {*groups["Usual"]}


@pytest.mark.parametrize("entry", [MOVE, STRIKE, ROLL])
def test_each_of_them_can_be_tried_and_is_the_command_that_it_says(fought: Table, entry: int):
    """Whatever fits the form is judged: it does something, or a rule of the game is against it."""
    rita = reader(fought, "rita")
    at = f"/combats/{fought.combat}/docket/{contests(fought.bert, entry=entry)}"
    groups = offered(rita.get(at).text)
    tried = 0
    for group in ("It was said otherwise", "Put in before it", "Put in after it"):
        how = "amend" if group == "It was said otherwise" else "insert"
        for key in groups[group].values():
            sheet = rita.reads(f"{at}?remedy={key}")
            for form in (f for f in sheet.forms if "See what it would do" in f.button):
                faces = {"faces": "3"} if any("faces" in box.name for box in form.boxes) else {}
                sheet = looked_at(rita, form, **faces)
            done = f"What it would do: {how}" in sheet.words
            stops = "Not all that follows can be decided again" in sheet.words
            assert done or stops or "(T" in sheet.words or "asks for" in sheet.words, sheet.words
            tried += done or stops
    assert tried >= 4


def test_what_stood_in_several_blanks_is_ticked_again(fought: Table):
    rita = reader(fought, "rita")
    at = f"/combats/{fought.combat}/docket/{contests(fought.bert, entry=MOVE)}"
    key = offered(rita.get(at).text)["It was said otherwise"]["Ana: Move, as it was said"]
    ticked = [
        found["value"]
        for tag, found in rita.reads(f"{at}?remedy={key}").tags
        if tag == "input" and "checked" in found
    ]
    assert ticked == ["bert"]
    sheet = rita.reads(f"{at}?remedy={key}&filled=1&some:params.beside=cleo")
    assert "bert is no legal target of strike (§ T4 Striking)" in sheet.words
    assert "What it would do: amend entry 18" in sheet.words


def test_a_player_claims_it_by_the_same_form_and_knows_only_what_he_said(fought: Table):
    bert, ana = reader(fought, "bert"), reader(fought, "ana")
    path = f"/combats/{fought.combat}/contest?entry={STRIKE}"
    strike = "Ana: Strike, as it was said"
    assert strike not in offered(bert.get(path).text)["It was said otherwise"]
    assert "Ana: Strike" in offered(bert.get(path).text)["It was said otherwise"]
    mine = f"/combats/{fought.combat}/contest?entry={DECLARED}"
    parry = "Bert: Parry, as it was said"
    assert parry in offered(bert.get(mine).text)["It was said otherwise"]
    assert parry not in offered(ana.get(mine).text)["It was said otherwise"]
    key = offered(bert.get(path).text)["It was said otherwise"]["Ana: Move"]
    sheet = bert.reads(f"{path}&remedy={key}&filled=1&some:params.beside=*nobody*")
    form = sheet.form("Contest entry 26 and claim: amend entry 26")
    assert bert.sends(form, form.filled(note="She only moved.")).status_code == 303
    claim = fought.sue.read("disputes")["items"][0]["claim"]
    assert (claim["how"], claim["command"]["manoeuvre"]) == ("amend", "move")
    assert claim["command"]["params"] == {"beside": []}


def test_before_the_first_step_of_play_there_is_only_the_command_itself(fought: Table):
    groups = offered(reader(fought, "rita").get(f"/combats/{fought.combat}/contest?entry=1").text)
    assert "It was said otherwise" not in groups and "As programs say it" in groups


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("entry", [MOVE, STRIKE, DECLARED, ROLL])
@pytest.mark.parametrize("remedy", ["Go back to an earlier moment", "Annul it: it never was"])
def test_what_is_offered_of_the_past_can_be_ruled(fought: Table, entry: int, remedy: str):
    """One that stops midway asks up to where it is done; none leads to a refusal."""
    rita = reader(fought, "rita")
    at = f"/combats/{fought.combat}/docket/{contests(fought.bert, entry=entry)}"
    groups = offered(rita.get(at).text)
    key = {**groups["Usual"], **groups.get("The past", {})}.get(remedy)
    if key is None:
        return
    sheet = rita.reads(f"{at}?remedy={key}")
    while fill := [form for form in sheet.forms if "See what it would do" in form.button]:
        if any("Rule: " in form.button for form in sheet.forms):
            break
        sheet = looked_at(rita, fill[0])
    rule = sheet.form("Rule: ")
    assert rita.sends(rule, rule.filled(note="So it is.")).status_code == 303
    assert "Settled" in rita.reads(at).words
