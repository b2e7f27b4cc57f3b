"""The log as tables, to be asked questions of in SQL: pure rows, made of what their reader sees."""

from __future__ import annotations

from projections.query.named_queries import BY_NAME, NAMED, Named
from projections.query.table_columns import TABLES, Table
from projections.query.table_rows import Row, Rows, tables

__all__ = ["BY_NAME", "NAMED", "TABLES", "Named", "Row", "Rows", "Table", "tables"]
