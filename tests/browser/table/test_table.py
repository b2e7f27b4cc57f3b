"""The table as people use it: numbers that say why, and heads that each device notes."""

from __future__ import annotations

import hashlib
import json

import pytest
from playwright.sync_api import expect

from tests.browser.test_live import beside
from tests.support.browser.axe import reachable
from tests.support.browser.player import COGAN, URLIK, Player

pytestmark = pytest.mark.sweep(of="table")


def test_a_tap_on_a_number_says_why_and_so_does_the_plain_link(phone: Player):
    beside(phone, "Why")
    phone.does("Cogan", "Stand and attack (sword)")
    number = phone.page.get_by_role("link", name="6: Cogan, action points")
    number.click()
    sheet = phone.page.get_by_role("dialog", name="Why")
    expect(sheet).to_contain_text("Cogan: 6 AP")
    expect(sheet.get_by_role("row").filter(has_text="filled to 8")).to_contain_text("+8")
    expect(sheet.get_by_role("row").filter(has_text="pays")).to_contain_text("-2")
    assert reachable(phone.page) == []
    sheet.get_by_role("button", name="Close").click()
    expect(sheet).to_be_hidden()
    phone.page.goto(str(number.evaluate("it => it.href")))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Cogan: 6 AP")
    expect(phone.page.get_by_role("row").filter(has_text="Together")).to_contain_text("6")
    assert reachable(phone.page) == []


def test_each_device_notes_heads_and_finds_a_second_history(phone: Player):
    beside(phone, "Heads")
    phone.link("Check that everyone saw the same log")
    noted = phone.page.locator("#noted")
    expect(noted).to_contain_text("belong to the one history that is shown here")
    lines = phone.page.get_by_label("What this device noted").input_value().splitlines()
    heads = [json.loads(line) for line in lines]
    assert len(heads) > 5 and heads[0]["public"] < heads[-1]["public"]
    forged = {**heads[2], "public_root": hashlib.sha256(b"another").hexdigest()}
    theirs = phone.page.get_by_label("What another device noted")
    for head, verdict in ((heads[1], "1 head belongs"), (forged, "TWO HISTORIES: the head after")):
        theirs.fill(json.dumps(head))
        phone.page.get_by_role("button", name="Compare").click()
        expect(phone.page.locator("#verdict")).to_contain_text(verdict)
    theirs.fill("what is this?")
    phone.page.get_by_role("button", name="Compare").click()
    expect(phone.page.locator("#verdict")).to_contain_text("These are no heads of this combat")
    assert reachable(phone.page) == []


def test_the_pages_own_hash_is_sha_256(phone: Player):
    phone.page.goto("/combats/sample-age-of-magic-the-toll-bridge/heads")
    for size in (0, 3, 55, 56, 63, 64, 65, 200):
        said = bytes(at % 251 for at in range(size))
        found = phone.page.evaluate("it => Proofs.sha256(Uint8Array.from(it))", list(said))
        assert found == hashlib.sha256(said).hexdigest(), size


def test_a_newcomer_has_a_fight_running_with_a_sample_s_people(phone: Player):
    phone.page.goto("/")
    phone.page.get_by_label("Game").select_option(label="Age of Magic")
    phone.button("All options")
    people = phone.page.get_by_label("Who fights")
    people.select_option("sample-age-of-magic-the-toll-bridge")
    phone.button("Start the fight").button("Begin the first combat turn")
    phone.picture("n1-first-question")
    assert phone.asked().startswith("Roll initiative") and "Man-at-arms" in phone.asked()
    phone.taps("Erik", "Roll initiative", 4).shows("Erik rolls initiative")


def test_the_clear_button_takes_tapped_faces_back(phone: Player):
    beside(phone, "Tapped")
    phone.does("Cogan", "Stand and attack (sword)").everybody_passes()
    form = phone.form("Roll attack", "Cogan")
    second = form.get_by_role("group", name="Die 2", exact=True)
    expect(second).to_be_hidden()
    form.get_by_role("group", name="Die 1", exact=True).get_by_role("radio", name="6").check()
    expect(second).to_be_visible()
    form.get_by_role("button", name="Clear the dice").click()
    expect(second).to_be_hidden()
    phone.taps("Cogan", "Roll attack", 3, 5)
    phone.shows("Cogan rolls attack 14 = 2d6 [3, 5]")


def test_names_and_words_of_other_languages_stand_as_they_are_written(phone: Player):
    phone.opens("معركة الجسر").brings_in("コーガン", "Fährleute", COGAN).brings_in(
        "Žofie", "حراس", URLIK
    )
    phone.to_the_table().fits()
    title = phone.page.get_by_role("heading", level=1)
    expect(title).to_have_text("معركة الجسر")
    assert title.evaluate("it => getComputedStyle(it).unicodeBidi") == "plaintext"
    phone.begins("Žofie", "コーガン", "Žofie").shows("Phase of Žofie")
    assert reachable(phone.page) == []
