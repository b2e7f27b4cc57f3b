"""Commands that set a combat up: open it, choose a preset, bring combatants in."""
