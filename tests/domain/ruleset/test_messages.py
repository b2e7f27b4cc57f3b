"""A sentence about somebody: programs read the id, people the name, and neither is looked for."""

from __future__ import annotations

from domain.ruleset.messages import format_value, ids_in, plain, with_names
from domain.ruleset.ruleset import Forbidden, Refused, by_name

NAMES = {"man": "Man-at-arms", "cogan": "Cogan"}


def name(who: str) -> str:
    return NAMES.get(who, who)


def test_one_sentence_is_read_in_two_ways():
    said = f"{by_name('man')} is no mount: man the walls with {by_name('cogan')}"
    assert plain(said) == "man is no mount: man the walls with cogan"
    assert with_names(said, name) == "Man-at-arms is no mount: man the walls with Cogan"


def test_a_refusal_has_ids_for_programs_and_what_is_told_to_people():
    refused = Refused("3.5", f"{by_name('man')} is prone")
    assert (refused.why, str(refused)) == ("man is prone", "man is prone (3.5)")
    assert with_names(refused.said, name) == "Man-at-arms is prone"
    assert ids_in(refused.said) == ("man",)
    assert str(Forbidden(f"this seat does not speak for {by_name('man')}")).endswith("for man")


def test_a_value_that_was_typed_is_shown_as_it_was_written():
    for value in ("man", "it's", 7, ["man", "the hall"], True, None, {"a": 1}):
        assert plain(format_value(value)) == repr(value)
    assert with_names(format_value(["man", "hall"]), name) == "['Man-at-arms', 'hall']"
    assert with_names(f"{by_name('')}nobody", name) == "nobody"
