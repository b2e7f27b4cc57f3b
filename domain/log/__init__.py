"""The log as data: its encoding, its tree of steps, its seals and its Merkle tree."""
