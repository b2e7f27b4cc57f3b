"""What one viewer sees of an open combat, kept in step with it."""
