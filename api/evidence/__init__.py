"""Evidence: one file that proves a log to whoever does not trust the server that kept it.

A *bundle* holds the entries, each part opened or closed, the revealed keys of the dice, the head
and proofs of its tree, and the program that verifies all of it on a bare machine, with the fold.
Between bundles, devices note *heads* of the public feed: a server that shows two histories to two
people cannot show one that is the beginning of the other.
"""

from api.evidence.bundling import Eyes, bundle
from api.evidence.heads import FeedEntry, FeedHead, Proven, feed_entry, feed_head

__all__ = ["Eyes", "FeedEntry", "FeedHead", "Proven", "bundle", "feed_entry", "feed_head"]
