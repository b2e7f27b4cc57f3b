"""The command line: quick where nothing is needed, and a sentence where something is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.store.core.settings import Settings
from api.store.open_log import open_log
from tests.support.architecture import ROOT
from tests.support.clients.cli_runner import typed_in

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
        done = run("admin", "migrate", "--data", str(tmp_path / "data"))
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
@pytest.mark.parametrize("command", ["admin migrate", "serve"])
def test_a_wrong_database_is_a_sentence(tmp_path: Path, command: str, database: str, said: str):
    done = run(*command.split(), "--data", str(tmp_path), COMBATLOG_DATABASE=database)
    assert done.exit_code == 1
    assert said in done.output and "secret" not in done.output and "Traceback" not in done.output


@pytest.mark.parametrize(
    "words", [["serve", "--port", "x"], ["serve", "--prt", "1"], ["fly"], ["undo", "stp"]]
)
def test_a_wrong_word_is_a_matter_of_usage(words: list[str]):
    assert run(*words).exit_code == 2


def test_the_port_and_the_folder_may_come_from_the_environment(tmp_path: Path):
    done = run("serve", PORT="99999")
    assert done.exit_code == 2 and "99999" in done.output
    done = run("admin", "migrate", COMBATLOG_DATA=str(tmp_path / "there"))
    assert done.exit_code == 0 and (tmp_path / "there" / "combats.db").exists()


@pytest.mark.parametrize(
    "line, forms",
    [
        ("audit last --html --csv", "--html, --csv"),
        ("audit last --csv --postings", "--csv, --postings"),
        ("audit last --html --json", "--html, --json"),
        ("explain ledger last --csv --json", "--csv, --json"),
        ("query last --named rolls --csv --json", "--csv, --json"),
    ],
)
def test_of_two_forms_that_exclude_each_other_none_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, forms: str
):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        done = typed.run(line)
        assert (done.exit_code, done.stdout) == (2, "")
        assert f"Say one of {forms}: they exclude each other." in done.stderr


def test_postings_are_of_one_combat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with typed_in(tmp_path, monkeypatch) as typed:
        typed.says("play fight.jsonl")
        for line in ("audit --all --postings", "audit --search ford --postings"):
            done = typed.run(line)
            assert done.exit_code == 2 and "leave out --all and --search" in done.stderr
        assert typed.says("audit last --postings").startswith("number,")


@pytest.mark.parametrize(
    ("word", "meant"),
    [("undoo", "`combatlog undo`"), ("redo", "`combatlog undo redo`"), ("bakup", "admin backup`")],
)
def test_a_command_that_is_not_there_names_the_nearest_also_within_groups(word: str, meant: str):
    done = run(word)
    assert done.exit_code == 2
    assert f"No such command '{word}'. Did you mean " in done.output and meant in done.output
