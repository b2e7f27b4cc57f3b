"""What takes seconds to make is made once, by whichever process of a test run asks first.

`pytest` makes a folder for the run and tells it to its workers in the environment; any other
process has a folder of its own.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

VARIABLE = "COMBATLOG_TEST_RUN"
"""Names the folder of the run."""


def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """Return the folder of that name, filled by `make` in the first process that asks."""
    run = _of_the_run()
    folder, part = run / name, run / f"{name}.part"
    with _locked(run / f"{name}.lock"):
        if not folder.exists():
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            make(part)
            part.rename(folder)
    return folder


def compile_templates_once() -> None:
    """Let all apps that are made from now on share templates: most of a page's time went there."""
    folder = made_once("templates", lambda folder: None)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(folder))}


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def begin_run() -> Callable[[], None] | None:
    """Make the folder of this run, unless another process did; return what removes it, or None."""
    if VARIABLE in os.environ:
        return None
    folder = tempfile.mkdtemp(prefix="combatlog-made-once-")
    os.environ[VARIABLE] = folder

    def end() -> None:
        del os.environ[VARIABLE]
        shutil.rmtree(folder, ignore_errors=True)

    return end


def _of_the_run() -> Path:
    if (end := begin_run()) is not None:
        atexit.register(end)
    return Path(os.environ[VARIABLE])
