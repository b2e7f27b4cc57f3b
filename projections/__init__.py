"""What people look at: pure functions of a log as one viewer may see it."""
