"""Evidence: one file that proves a log to people who do not trust the server that kept it.

An *archive* holds the entries, each part opened or closed, the revealed keys of the dice, the head
of its Merkle tree with proofs and a signature, and no program: `api/pages/guide/archive_format.md`
documents it, so that anybody can write a checker. Import, rebuild and `verify` share the checks of
this package. Between archives, devices note *heads* of the public feed: a server that shows two
histories to two people cannot show one that is the beginning of the other.
"""
