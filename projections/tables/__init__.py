"""The log as tables, to be asked questions of in SQL: pure rows, made of what their reader sees."""

from __future__ import annotations

from projections.tables.described import TABLES, Table
from projections.tables.filled import Row, Rows, tables
from projections.tables.named import BY_NAME, NAMED, Named

__all__ = ["BY_NAME", "NAMED", "TABLES", "Named", "Row", "Rows", "Table", "tables"]
