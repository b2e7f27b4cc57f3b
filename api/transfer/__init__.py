"""Export and import: a combat as one file of lines, the same bytes again after a round trip.

A file is NDJSON: a header, the people, the texts, the entries, a trailer. Each entry stands as the
very bytes that were stored and sealed, with the nonces that open its two parts, so that leaf and
chain can be computed from the file alone. Each line ends with `sum`, the SHA-256 over all lines up
to it, so that a file that was cut short or altered anywhere is refused whole, with the number of
the first line that is wrong.

An export is the referee's: hidden entries and people's words are in it, in plain. Two things never
are: tokens of seats (renew them after an import), and the keys of the installation.

The combat's own keys, of its dice and of its seal, travel only where the operator asks for them.
With them the combat can go on elsewhere with the same dice, after an undo too: carried away without
them and bound to new ones, every export would be a re-roll. Whoever holds such a file foresees all
dice to come and can tell what is sealed later, so it is as secret as the installation itself.
Without them the combat can be read, verified and exported again, and no more. An installation whose
own keys fit (it made the combat, or the combat is a sample) needs none from the file.
"""
