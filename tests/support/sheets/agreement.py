"""The reader of a sheet and its schema, held against each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jsonschema_rs

from domain.events import Traits
from domain.ruleset.refusals import Refused
from domain.ruleset.sheets.sheet import Sheet

_OF: dict[int, tuple[Sheet, jsonschema_rs.Draft202012Validator]] = {}


def validator(sheet: Sheet) -> jsonschema_rs.Draft202012Validator:
    """Return the validator of a sheet's schema."""
    kept = _OF.get(id(sheet))
    if kept is None:
        kept = _OF[id(sheet)] = sheet, jsonschema_rs.Draft202012Validator(sheet.alone())
    return kept[1]


read = Sheet.read
"""How sheets are read, whatever stands in for it."""


def agree(sheet: Sheet, given: Mapping[str, Any]) -> Traits:
    """Return a sheet as it is kept; fail where the schema says otherwise than the reader.

    What breaks a rule of the sheet is refused by that rule, and allowed by the schema.
    """
    fits = validator(sheet).is_valid(dict(given))
    try:
        kept = read(sheet, given)
    except Refused as no:
        by_rule = no.why.startswith(tuple(rule.says for rule in sheet.rules))
        assert fits == by_rule, f"schema {fits}, but refused: {no.why} ({no.pointer}) in {given}"
        raise
    assert fits, f"the schema forbids what is read: {given}"
    return kept
