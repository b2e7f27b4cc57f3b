"""Where we were over HTTP: five lines for everybody, of what they see, with what may be done."""

from __future__ import annotations

from tests.support.clients.http_client import Table


def test_it_is_five_lines_of_text_and_the_same_as_json(table: Table):
    table.ana.says("act", who="ana", manoeuvre="move", params={"beside": ["bert"]})
    found = table.bert.part("where-we-were")
    assert found["lines"] == [
        "Toy, The ford: round 1, turn of ana.",
        "Unhurt: ana, bert, cleo.",
        "A reaction: waits for bert and cleo.",
        "Last: ana moves; Ana and bert: side by side.",
        "Next: bert and cleo. bert may: let it be, strike.",
    ]
    text = table.bert.get("state as text/plain").text
    assert text.splitlines() == found["lines"]
    assert found["next"]["command"]["who"] == "bert"
    assert found["open"][0]["must"] == ["bert", "cleo"]
    assert table.sue.part("where-we-were")["next"]["command"] == {}
    assert table.nobody.get("state as text/plain").status_code == 401


def test_disputes_and_requests_are_open_with_their_people_by_name(table: Table):
    table.ana.says("roll", who="ana", sides=20)
    table.bert.says("contest", entry=17, note="a cocked die", pause=True)
    found = table.sue.part("where-we-were")
    assert found["lines"][2] == "Dispute 18 about entry 17: waits for the referee."
    assert found["lines"][4] == "Next: the referee."
    table.rita.says("rule-dispute", dispute=18, remedy={"remedy": "let-stand"}, note="it lay flat")
    table.rita.says("undo-policy", policy="consent")
    table.ana.post("commands", {"type": "ask-undo"}, If_Match="*")
    found = table.sue.part("where-we-were")
    assert found["lines"][2].startswith("Anna Berg asks to undo to entry 16: waits for ")


def test_people_go_by_their_names_in_a_story_which_is_not_kept_for_ever(table: Table):
    forms = ("text/plain", "text/markdown")
    told = [line["text"] for line in table.sue.read("timeline")["items"]]
    assert any(line.startswith("Anna Berg sits down") for line in told)
    pages = [table.sue.get(f"timeline?at=9 as {form}") for form in forms]
    assert "Anna Berg sits down" in pages[0].text
    assert all("immutable" not in page.headers["Cache-Control"] for page in pages)


def test_nobody_reads_what_is_hidden_from_them(table: Table):
    before = table.bert.part("where-we-were")
    table.rita.says("join", subject="lurker", name="Lurker", side="b", hidden=True)
    assert table.bert.part("where-we-were") == before
    assert "Lurker" in table.rita.part("where-we-were")["lines"][1]


def test_a_note_of_several_lines_stays_under_its_first_word(table: Table):
    table.ana.says("note", note="First line.\n    99  Ogre dies\n\nLast line.")
    lines = table.bert.get("timeline as text/plain").text.splitlines()
    first = next(n for n, line in enumerate(lines) if "First line." in line)
    assert [line.strip() for line in lines[first + 1 :]] == ["99  Ogre dies", "", 'Last line."']
    assert all(not line or line.startswith(" " * 9) for line in lines[first + 1 :])
