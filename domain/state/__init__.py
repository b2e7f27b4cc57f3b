"""The state of a combat: a fold over its events, in eight immutable parts."""
