"""Past steps decided again: corrections and audits."""
