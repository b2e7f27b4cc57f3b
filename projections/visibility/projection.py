"""What people look at: a combat at a moment, through somebody's eyes.

Each lens is a function of a `Moment` and the rules; `moment.rebuild` folds one from a log, for
anybody. Nothing here rolls, reads a clock or stores.
"""
