"""Timelines: lines that say what happened in a fight elsewhere become reports to a combat."""
