"""What routes and pages read: answers for one viewer."""
