"""The command line: quick where nothing is needed, and a sentence where something is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.store import Settings, open_log
from tests.architecture import ROOT

QUICK = """
import sys
from api.cli import main
try:
    main([sys.argv[1]])
finally:
    slow = {"flask", "pydantic", "eventsourcing", "waitress", "cryptography", "sqlite3", "domain"}
    print(sorted(slow & set(sys.modules)))
"""


def run(*words: str, **environment: str) -> Result:
    """What a command says and with which code it ends."""
    return CliRunner().invoke(main, words, env={"COMBATLOG_DATABASE": "", **environment})


@pytest.mark.parametrize(("word", "said"), [("--version", "combatlog, version "), ("-h", "Usage")])
def test_version_and_help_import_nothing_slow(word: str, said: str):
    done = subprocess.run(
        [sys.executable, "-c", QUICK, word], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.startswith(said)
    assert done.stdout.splitlines()[-1] == "[]"


def test_migrating_makes_the_database_and_again_does_nothing(tmp_path: Path):
    for _ in range(2):
        done = run("migrate", "--data", str(tmp_path / "data"))
        assert (done.exit_code, done.output) == (0, "The database is up to date.\n")
    open_log(Settings(f"sqlite:///{tmp_path}/data/combats.db")).close()


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("mysql://localhost/x", "no known kind"),
        ("sqlite:///:memory:", "needs a file"),
        ("postgresql://nobody:secret@127.0.0.1:1/nothing", "Error: "),
    ],
)
@pytest.mark.parametrize("command", ["migrate", "serve"])
def test_a_wrong_database_is_a_sentence(tmp_path: Path, command: str, database: str, said: str):
    done = run(command, "--data", str(tmp_path), COMBATLOG_DATABASE=database)
    assert done.exit_code == 1
    assert said in done.output and "secret" not in done.output and "Traceback" not in done.output


@pytest.mark.parametrize("words", [["serve", "--port", "x"], ["serve", "--prt", "1"], ["fly"]])
def test_a_wrong_word_is_a_matter_of_usage(words: list[str]):
    assert run(*words).exit_code == 2


def test_the_port_and_the_folder_may_come_from_the_environment(tmp_path: Path):
    done = run("serve", PORT="99999")
    assert done.exit_code == 2 and "99999" in done.output
    done = run("migrate", COMBATLOG_DATA=str(tmp_path / "there"))
    assert done.exit_code == 0 and (tmp_path / "there" / "combats.db").exists()
