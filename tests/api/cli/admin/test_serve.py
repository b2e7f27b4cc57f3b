"""What serving says before it can say where to look."""

from __future__ import annotations

import sys

import pytest

from api.cli.admin import serve


@pytest.mark.parametrize("is_terminal, as_json", [(True, False), (True, True), (False, False)])
def test_a_terminal_is_told_what_the_first_start_waits_for(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_terminal: bool,
    as_json: bool,
):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    serve._announce(as_json)
    said = "Preparing the samples …\n" if is_terminal and not as_json else ""
    assert capsys.readouterr().out == said
