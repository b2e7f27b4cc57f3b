"""The command line. What a command needs is imported when it runs, so that `--version` is quick."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from api.cli.refusing import Failed, show
from api.cli.words import Group

COMMANDS = {
    "serve": "serving:serve",
    "migrate": "serving:migrate",
    "rulesets": "listing:rulesets",
    "list": "listing:combats",
    "show": "showing:state",
    "log": "telling:timeline",
    "recap": "telling:recap",
    "options": "offering:options",
    "play": "playing:play",
    "undo": "moving:undo",
    "redo": "moving:redo",
    "jump": "moving:jump",
    "request": "asking:request",
    "answer": "asking:answer",
    "policy": "asking:policy",
    "what-if": "what_ifs:what_if",
    "what-ifs": "what_ifs:what_ifs",
    "compare": "what_ifs:compare",
    "replay": "replaying:replay",
    "note": "noting:note",
    "marks": "noting:marks",
    "dice": "fairness:dice",
    "commit": "salting:commit",
    "reveal": "salting:reveal",
    "reveal-keys": "salting:reveal_keys",
    "fresh": "salting:fresh",
    "witness": "salting:witness",
    "correct": "correcting:correct",
    "adjust": "adjusting:adjust",
    "seat": "seats:seat",
    "audit": "auditing:audit",
    "dispute": "disputing:dispute",
    "export": "carrying:export",
    "import": "carrying:take_in",
    "go-on": "carrying:go_on",
    "backup": "keeping:backup",
    "restore": "keeping:restore",
    "rebuild": "rebuilding:rebuild",
    "accept-keys": "serving:accept",
    "explain": "explaining:explain",
    "why-not": "explaining:why_not",
    "ledger": "explaining:ledger",
    "ask": "questions:ask",
    "bundle": "evidence:bundle",
    "verify": "evidence:verify",
    "heads": "evidence:heads",
    "forget": "forgetting:forget",
}
"""Every command: the module of this package that it is in, and its name there."""


class Commands(Group):
    """The commands, each imported when it is asked for; and how a failure is said."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, in the order in which they are told of."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name; None where there is none."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found: click.Command = getattr(import_module(f"api.cli.{module}"), name)
        return found

    def main(self, args: Sequence[str] | None = None, *more: Any, **extra: Any) -> Any:
        """Run a command and end the process: 0 is well, 1 refused or failed, 2 a wrong word."""
        words = list(sys.argv[1:] if args is None else args)
        if os.environ.get("NO_COLOR"):
            extra["color"] = False
        extra["standalone_mode"] = False
        try:
            sys.exit(super().main(words, *more, **extra))
        except (click.ClickException, click.Abort, Failed) as error:
            sys.exit(show(error, as_json="--json" in words))
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            # Whoever read what is printed, such as `head`, has seen enough.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="combatlog", prog_name="combatlog")
def main() -> None:
    """An event-sourced log of tabletop combat: replay it, undo it, explain it, audit it.

    Commands work on the server that runs on the data folder, or on its files where none runs. A
    COMBAT is an id, or `last`: the one that changed last. Each command has its own --help.

    Examples:
      combatlog list
      combatlog --version
    """
