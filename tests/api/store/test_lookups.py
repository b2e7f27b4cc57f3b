"""What is looked up beside the entries: the catalogue, seats, texts, people, and caches."""

from __future__ import annotations

import logging

import pytest

from api.store.core.errors import Damaged
from api.store.core.rows import CampaignRow, LineDump, Mark, PersonRow, SecretRow, TextRow
from api.store.core.side_rows import Beside
from api.store.open_log import open_log
from tests.api.store.test_log import catalogue_row, entries, log, settings

__all__ = ["log", "settings"]

CHAIN = b"c" * 32


def listed(log, *args, **given) -> list[str]:
    return [row.combat for row in log.combats(*args, **given)]


class TestCatalogue:
    @pytest.fixture(autouse=True)
    def three_fights(self, log):
        log.append(
            entries(combat="c-1"),
            Beside(
                catalogue=catalogue_row("c-1", 10, title="The Bridge of Æther", members="Ann, Bob")
            ),
        )
        log.append(
            entries(combat="c-2"),
            Beside(
                catalogue=catalogue_row("c-2", 30, title="100% luck", status="ended", ruleset="toy")
            ),
        )
        log.append(
            entries(combat="c-3"),
            Beside(
                catalogue=catalogue_row(
                    "c-3", 20, title="Straße", members="Łukasz, Zoë", sample=True
                )
            ),
        )

    def test_the_newest_change_comes_first(self, log):
        assert listed(log) == ["c-2", "c-3", "c-1"]
        log.append([], Beside(catalogue=catalogue_row("c-1", 40)))
        assert listed(log) == ["c-1", "c-2", "c-3"]

    def test_somebody_finds_samples_and_their_own(self, log):
        found = [[row.combat for row in log.combats(own=own)] for own in ("", "c-1", "c-2")]
        assert found == [["c-3"], ["c-3", "c-1"], ["c-2", "c-3"]]

    def test_a_row_comes_back_as_it_was_given(self, log):
        row = log.catalogue_row("c-3")
        assert row == catalogue_row("c-3", 20, title="Straße", members="Łukasz, Zoë", sample=True)
        assert row.sample is True
        assert log.catalogue_row("c-1").sample is False
        assert log.catalogue_row("c-9") is None

    def test_pages_follow_one_another_though_changes_fall_together(self, log):
        for number in range(4, 9):
            log.append([], Beside(catalogue=catalogue_row(f"c-{number}", 30)))
        pages, after = [], None
        while page := log.combats(limit=3, after=after):
            pages += [row.combat for row in page]
            after = page[-1].cursor
        assert pages == ["c-8", "c-7", "c-6", "c-5", "c-4", "c-2", "c-3", "c-1"]

    @pytest.mark.parametrize(
        ("words", "found"),
        [
            ("bridge", ["c-1"]),
            ("BOB bridge", ["c-1"]),
            ("æTHER", ["c-1"]),
            ("strasse", ["c-3"]),
            ("ŁUKASZ", ["c-3"]),
            ("zoe\u0308", ["c-3"]),
            ("ann", ["c-2", "c-1"]),
            ("100%", ["c-2"]),
            ("%", ["c-2"]),
            ("_", []),
            ("!", []),
            ("  ", ["c-2", "c-3", "c-1"]),
        ],
    )
    def test_every_word_is_searched_in_title_and_members(self, log, words, found):
        assert listed(log, words) == found

    def test_it_is_filtered_by_status_and_ruleset(self, log):
        assert listed(log, status="ended") == ["c-2"]
        assert listed(log, status="open") == ["c-3", "c-1"]
        assert listed(log, ruleset="toy") == ["c-2"]
        assert listed(log, "bob", ruleset="open", status="open", limit=1) == ["c-1"]


class TestSeats:
    def test_a_token_opens_its_seat_until_another_takes_its_place(self, log):
        log.append(entries(), Beside(secrets=[SecretRow("c-1", "s1", b"old")]))
        assert log.seat_of(b"old") == ("c-1", "s1")
        log.append(entries(first=2), Beside(secrets=[SecretRow("c-1", "s1", b"new")]))
        assert log.seat_of(b"old") is None
        assert log.seat_of(b"new") == ("c-1", "s1")

    def test_a_token_that_was_taken_away_opens_nothing(self, log):
        both = [SecretRow("c-1", "s1", b"one"), SecretRow("c-1", "s2", b"two")]
        log.append(entries(), Beside(secrets=both))
        log.append(entries(first=2), Beside(secrets=[SecretRow("c-1", "s1", None)]))
        assert log.seat_of(b"one") is None
        assert log.seat_of(b"two") == ("c-1", "s2")


class TestTexts:
    def test_texts_and_people_are_found_by_their_ids(self, log):
        words = TextRow("c-1", "t2", "p1", (), b"salt", b"words")
        more = TextRow("c-1", "t10", "p2", ("p1", "p3"), b"more salt", b"more")
        name = PersonRow("c-1", "p1", b"salt", b"name")
        log.append(entries(), Beside(texts=[words, more], people=[name]))
        assert log.text("c-1", "t10") == more
        assert sorted(log.texts("c-1")) == [more, words]
        assert log.person("c-1", "p1") == name
        assert log.people("c-1") == [name]

    def test_nobody_knows_what_was_never_stored(self, log):
        assert log.text("c-1", "t1") is None
        assert log.person("c-1", "p1") is None
        assert log.texts("c-1") == log.people("c-1") == []

    def test_what_is_forgotten_is_gone_and_no_longer_counted(self, log):
        people = [PersonRow("c-1", f"p{n}", b"salt", b"name") for n in (1, 2)]
        words = TextRow("c-1", "t2", "p1", (), b"salt", b"words")
        log.append(entries(), Beside(people=people, texts=[words]))
        log.append([], Beside(forgotten=[people[0], words]))
        log.erase_deleted()
        assert log.person("c-1", "p1") is None and log.text("c-1", "t2") is None
        assert log.people("c-1") == [people[1]]
        head = log.head("c-1")
        assert (head.people, head.texts) == (1, 0)

    def test_who_is_forgotten_while_rows_are_read_is_no_damage(self, log, monkeypatch):
        people = [PersonRow("c-1", f"p{n}", b"salt", b"name") for n in (1, 2)]
        log.append(entries(), Beside(people=people))
        before, head = [log.head("c-1")], log.head
        log.append([], Beside(forgotten=people[:1]))
        monkeypatch.setattr(log, "head", lambda combat: before.pop() if before else head(combat))
        assert log.people("c-1") == people[1:]

    def test_what_is_missing_and_was_not_forgotten_is_damage(self, log):
        log.append(entries(), Beside(people=[PersonRow("c-1", "p1", b"salt", b"name")]))
        log.tables.ground.execute("DELETE FROM people WHERE id = ?", ("p1",))
        for look in (log.people, log.check_rows):
            with pytest.raises(Damaged):
                look("c-1")


class TestCaches:
    def test_checkpoints_are_marked_latest_first(self, log):
        for seq in (500, 1500, 1000):
            assert log.put_checkpoint("c-1", seq, CHAIN, 1, b"state")
        log.put_checkpoint("c-2", 700, CHAIN, 1, b"state")
        assert log.checkpoints("c-1", 1) == [Mark(n, CHAIN) for n in (1500, 1000, 500)]
        assert log.checkpoints("c-1", 2) == []

    def test_a_checkpoint_counts_for_its_chain_and_its_fold_alone(self, log):
        log.put_checkpoint("c-1", 500, CHAIN, 1, b"state")
        assert log.checkpoint("c-1", 500, CHAIN, 1) == b"state"
        assert log.checkpoint("c-1", 500, CHAIN, 2) is None
        assert log.checkpoint("c-1", 500, bytes(32), 1) is None
        assert log.checkpoint("c-1", 501, CHAIN, 1) is None

    def test_after_a_restore_the_new_checkpoint_takes_the_place_of_the_old(self, log):
        log.put_checkpoint("c-1", 500, bytes(32), 1, b"of a log that is gone")
        log.put_checkpoint("c-1", 500, CHAIN, 1, b"state")
        assert log.checkpoints("c-1", 1) == [Mark(500, CHAIN)]
        assert log.checkpoint("c-1", 500, CHAIN, 1) == b"state"

    def test_there_is_one_line_for_each_combat(self, log):
        assert log.line("c-1") is None
        log.put_line("c-1", 100, CHAIN, b"first")
        log.put_line("c-1", 200, CHAIN, b"second")
        assert log.line("c-1") == LineDump(200, CHAIN, b"second")

    def test_a_cache_that_cannot_be_written_is_no_error(self, log, settings, caplog):
        with caplog.at_level(logging.WARNING), open_log(settings, writing=False) as reader:
            assert not reader.put_checkpoint("c-1", 500, CHAIN, 1, b"state")
            assert not reader.put_line("c-1", 500, CHAIN, b"line")
        assert "the next start takes longer" in caplog.text
        assert log.checkpoints("c-1", 1) == []


def test_a_combat_belongs_to_one_campaign_at_most(log):
    for combat in ("c-1", "c-2"):
        log.append(entries(1, 1, combat), Beside(catalogue=catalogue_row(combat)))
        log.put_campaign(CampaignRow(combat, "Crown"))
    log.put_campaign(CampaignRow("c-2", "Mill"))
    assert (log.campaigns(), log.campaigns_of(["c-1", "c-2", "c-3"])) == (
        ["Crown", "Mill"],
        {"c-1": "Crown", "c-2": "Mill"},
    )
    assert [row.combat for row in log.combats(campaign="Crown")] == ["c-1"]
    assert (log.combats(campaign="None"), log.campaigns_of([])) == ([], {})
    log.put_campaign(CampaignRow("c-2", ""))
    assert (log.campaigns(), log.campaign_of("c-2")) == (["Crown"], "")


def test_a_damaged_row_puts_a_combat_into_no_campaign(log):
    log.append(entries(1, 1), Beside(catalogue=catalogue_row()))
    log.put_campaign(CampaignRow("c-1", "Crown"))
    log.tables.execute("UPDATE campaigns SET campaign = 'Mill'")
    assert (log.campaigns(), log.campaign_of("c-1"), log.damaged) == ([], "", {})
