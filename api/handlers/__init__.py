"""Commands that need more than `domain.engine.decide`: undo, corrections, disputes, re-rolls."""
