"""Reading the log: by this store, by the storage library, by others meanwhile, after closing."""

from __future__ import annotations

import os
from collections.abc import Callable

import eventsourcing.utils
import pytest

from api.store.core.errors import Damaged, Unavailable
from api.store.core.side_rows import Beside
from api.store.log import CombatLog
from api.store.open_log import migrate, open_log
from tests.api.store.test_log import NAME, catalogue_row, entries, is_whole, key_row, log, settings

__all__ = ["log", "settings"]


class TestReading:
    def test_a_combat_that_nobody_knows_is_empty(self, log):
        assert list(log.read("c-9")) == []
        assert log.last_seq("c-9") == 0

    def test_a_stretch_includes_both_its_ends(self, log):
        log.append(entries(count=9))
        assert [r.seq for r in log.read("c-1", 3, 5)] == [3, 4, 5]
        assert [r.seq for r in log.read("c-1", 8)] == [8, 9]
        assert list(log.read("c-1", 5, 4)) == []

    def test_a_long_log_comes_in_pages_and_whole(self, log):
        log.append(entries(count=700))
        assert is_whole(list(log.read("c-1")))
        assert [r.seq for r in log.read("c-1", 256, 512)] == list(range(256, 513))

    def test_combats_are_kept_apart(self, log):
        log.append(entries(count=2))
        log.append(entries(count=3, combat="c-2"))
        assert {r.combat for r in log.read("c-2")} == {"c-2"}
        assert (log.last_seq("c-1"), log.last_seq("c-2")) == (2, 3)

    def test_a_reader_is_not_held_up_by_a_writer_and_sees_what_is_committed(self, log):
        log.append(entries())
        with log.recorder.datastore.transaction(commit=True) as writer:
            writer.execute(
                "INSERT INTO combatlog_events (originator_id, originator_version, topic, state)"
                " SELECT originator_id, 2, topic, state FROM combatlog_events"
            )
            assert log.last_seq("c-1") == 1
        assert log.last_seq("c-1") == 2

    def test_who_reads_slowly_meets_what_was_appended_meanwhile(self, log):
        log.append(entries(count=300))
        reader = log.read("c-1")
        next(reader)
        log.append(entries(first=301))
        assert sum(1 for _ in reader) == 300

    def test_another_program_part_may_open_the_log_to_read(self, log, settings):
        log.append(entries())
        with open_log(settings, writing=False) as other:
            assert other.is_shared
            assert list(other.read("c-1")) == entries()
            with pytest.raises(Unavailable, match="reading only"):
                other.append(entries(first=2))
            assert not other.put_line("c-1", 1, bytes(32), b"")

    def test_an_entry_that_is_cut_short_is_not_taken_for_whole(self, log):
        log.append(entries())
        with log.recorder.datastore.transaction(commit=True) as writer:
            writer.execute("UPDATE combatlog_events SET state = substr(state, 1, 75)")
        with pytest.raises(Damaged, match="Entry 1 of combat c-1"):
            list(log.read("c-1"))
        with log.recorder.datastore.transaction(commit=True) as writer:
            writer.execute("UPDATE combatlog_events SET state = substr(state, 1, 5)")
        with pytest.raises(Damaged, match="backup"):
            list(log.read("c-1"))


class TestTheLibrary:
    def test_its_event_store_takes_and_gives_records(self, log):
        step = entries(count=2)
        recordings = log.save(*step)
        assert [each.notification.id for each in recordings] == [1, 2]
        assert list(log.events.get("c-1", gt=1)) == step[1:]

    def test_its_mapper_takes_nothing_else(self, log):
        with pytest.raises(TypeError, match="the store takes records, not object"):
            log.mapper.to_stored_event(object())

    def test_its_notification_log_has_every_entry_in_order(self, log):
        log.append(entries(count=2))
        log.append(entries(combat="c-2"), Beside(keys=[key_row(combat="c-2")]))
        notes = log.notification_log.select(start=1, limit=10)
        assert [(n.id, n.originator_id, n.originator_version, n.topic) for n in notes] == [
            (1, "c-1", 1, NAME),
            (2, "c-1", 2, NAME),
            (3, "c-2", 1, NAME),
        ]
        more = log.recorder.select_notifications(1, 500, inclusive_of_start=False)
        assert [log.mapper.to_domain_event(n).seq for n in more] == [2, 1]
        assert log.recorder.max_notification_id() == 3

    def test_a_name_from_the_database_is_never_imported(self, log, monkeypatch):
        record = entries()[0]._replace(name="os:system")
        log.append([record])
        monkeypatch.setattr(eventsourcing.utils, "resolve_topic", None)
        monkeypatch.setattr("eventsourcing.persistence.resolve_topic", None)
        assert list(log.read("c-1")) == [record]
        assert list(log.events.get("c-1")) == [record]

    def test_its_subscriptions_tell_what_comes(self, log):
        log.append(entries())
        with log.recorder.subscribe(gt=0) as subscription:
            assert next(subscription).originator_version == 1
            log.append(entries(first=2))
            assert next(subscription).originator_version == 2

    def test_a_subscriber_in_another_process_is_told_as_well(self, log, settings):
        with (
            open_log(settings, writing=False) as other,
            other.recorder.subscribe(gt=0) as subscription,
        ):
            for seq in (1, 2, 3):
                log.append(entries(first=seq))
                assert next(subscription).originator_version == seq


class TestLifetime:
    def test_a_log_that_was_closed_says_so(self, settings):
        migrate(settings)
        log = open_log(settings)
        log.close()
        log.close()
        with pytest.raises(Unavailable):
            log.append(entries())
        with pytest.raises(Unavailable):
            log.last_seq("c-1")

    def test_what_was_appended_is_there_after_opening_again(self, settings):
        migrate(settings)
        with open_log(settings) as log:
            log.append(entries(count=3), Beside(catalogue=catalogue_row()))
        with open_log(settings) as log:
            assert is_whole(list(log.read("c-1")))
            assert log.append(entries(first=4)) == [4]

    def test_a_forked_process_must_open_the_log_itself(self, log):
        child = os.fork()
        if not child:
            os._exit(0 if refuses_everything(log) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def refuses_everything(log: CombatLog) -> bool:
    attempts: list[Callable[[], object]] = [
        lambda: log.append(entries()),
        lambda: list(log.read("c-1")),
        lambda: log.last_seq("c-1"),
    ]
    for attempt in attempts:
        try:
            attempt()
        except Unavailable as error:
            if "Open it after forking" not in str(error):
                return False
        else:
            return False
    return not log.put_checkpoint("c-1", 1, bytes(32), 1, b"")
