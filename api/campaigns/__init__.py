"""Campaigns: which fights belong together, what they come to, and the next one."""
