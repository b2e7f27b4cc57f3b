"""Templates of pages, compiled once for all apps of a test run: most of a page's time went there."""

from __future__ import annotations

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from tests.support.made_once import made_once


def keep_compiled_templates() -> None:
    """Let the apps that this process makes from now on share what any process of the run made."""
    folder = made_once("templates", lambda folder: None)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(folder))}
