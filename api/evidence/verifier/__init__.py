"""The stand-alone verifier: the standard library alone, and the fold that is shipped beside it.

It stands in every bundle, where `python3 bundle.zip` runs it on a bare machine. It shares no code
with what made the bundle but the fold: hashes, tree, signature and dice are written here anew.
"""
