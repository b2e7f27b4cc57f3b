"""The projection of campaigns in this process: begun when it is needed, beside play.

It looks at each fight as everybody sees it. A server gives it a fiftieth of its time, since players
wait for their own answers; whoever waits for the records hurries it.
"""

from __future__ import annotations

import logging
import time
from threading import Condition, Event, Thread
from typing import Final

from pydantic import TypeAdapter

from api.combats.registry import OpenCombats, Unknown
from api.combats.viewers.sights import Sights
from api.store.campaigns.open_records import open_records
from api.store.campaigns.projection import Reader, Runner, running
from api.store.campaigns.records import LOG, FightRecords, Overtaken
from api.store.core.errors import Damaged, StoreError, WrongKeys
from api.store.log import CombatLog
from domain.state.viewer import PUBLIC
from projections.campaigns.fight_record import FightRecord, fight_record

RECORD: Final = TypeAdapter(FightRecord)
"""What writes and reads a record."""

PAUSE: Final = 1.0
"""Seconds after which the log is followed again behind another process, or after a failure."""

SHARE: Final = 49
"""How many times as long as it worked the projection rests, beside play."""

_LOOK: Final = 0.02
_log = logging.getLogger(__name__)


class Projector:
    """The projection of one process; it goes on where the last one stopped."""

    def __init__(self, log: CombatLog, combats: OpenCombats, *, gently: bool = True) -> None:
        self._log, self._combats, self._gently = log, combats, gently
        self._sights = Sights()
        self._runner: Runner | None = None
        self._thread: Thread | None = None
        self._ended, self._fits, self._changed = Event(), Event(), Condition()
        self._waiting, self._worked = 0, 0.0

    # --- running ---------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to follow the log; again does nothing."""
        with self._changed:
            if self._thread is None and not self._ended.is_set():
                self._thread = Thread(target=self.run, name="campaigns", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End it for good, and wait until it has."""
        with self._changed:
            self._ended.set()
            self._changed.notify_all()
            if self._runner is not None:
                self._runner.stop()
        if self._thread is not None:
            self._thread.join()

    def run(self) -> None:
        """Follow the log until it is stopped, also behind others and after failures."""
        while not self._ended.is_set():
            try:
                self._follow()
            except Overtaken:
                pass
            except Exception:
                _log.warning("Campaigns wait: the log cannot be followed", exc_info=True)
            self._ended.wait(PAUSE)

    def _follow(self) -> None:
        """Follow the log until it is stopped; raises Overtaken, and what went wrong."""
        reader = Reader(self._log.last_seq, self.record, self._rest)
        with running(self._log, reader) as runner:
            with self._changed:
                if self._ended.is_set():
                    return
                self._runner = runner
            self._fits.set()
            try:
                runner.wait()
            finally:
                with self._changed:
                    self._runner = None

    def _rest(self) -> None:
        """Rest after the last record was made, unless somebody waits."""
        if self._gently:
            with self._changed:
                self._changed.wait_for(self._is_wanted, self._worked * SHARE)

    def _is_wanted(self) -> bool:
        return self._waiting > 0 or self._ended.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until all that is in the log now is counted, at most so long; whether it is."""
        self.start()
        last, deadline = self._log.last_position(), time.monotonic() + seconds
        with self._changed:
            self._waiting += 1
            self._changed.notify_all()
        try:
            with open_records(self._log.settings) as records:
                while not (found := not last or self._has_counted(records, last)):
                    if time.monotonic() > deadline or self._ended.is_set():
                        break
                    time.sleep(_LOOK)
                return found
        finally:
            with self._changed:
                self._waiting -= 1

    def _has_counted(self, records: FightRecords, last: int) -> bool:
        """Whether that position is counted, and not one of another log, as before a restore."""
        return self._fits.is_set() and records.has_tracking_id(LOG, last)

    # --- reading ---------------------------------------------------------------------------

    def record(self, combat: str) -> str:
        """Return the record of a fight as JSON; nothing for a sample, a what-if, or a damaged one.

        Raises the store's Unavailable.
        """
        began = time.monotonic()
        try:
            return self._record(combat)
        except (Unknown, Damaged, WrongKeys) as error:
            _log.warning("Combat %s counts in no campaign: %s", combat, error)
            return ""
        except StoreError:
            raise
        except Exception:
            # One combat that cannot be counted keeps none of the others from it.
            _log.exception("Combat %s counts in no campaign", combat)
            return ""
        finally:
            self._worked = time.monotonic() - began

    def _record(self, combat: str) -> str:
        row = self._log.catalogue_row(combat)
        if row is None or row.sample or row.origin:
            return ""
        with self._combats.lock_combat(combat) as held:
            # The entry that is carried out may have been appended through another one of the name.
            held.catch_up()
            sight = self._sights.of(held, PUBLIC)
            entries, rules = sight.seen_entries(range(1, len(sight) + 1)), held.rules
        # Play goes on meanwhile.
        return RECORD.dump_json(fight_record(entries, rules)).decode()
