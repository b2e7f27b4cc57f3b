"""What is allowed now, and what would be allowed instead."""
