"""One table says which function carries out which command."""

from __future__ import annotations

from api.service.dispatch import HANDLERS
from domain import commands as c


def test_every_command_has_its_function():
    assert set(HANDLERS) == {*c.PLAY, *c.TABLE, *c.SHORT}
