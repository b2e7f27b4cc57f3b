"""The double-entry ledger of every pool, and an index of entries."""
