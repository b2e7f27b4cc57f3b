"""Before the first turn and after the last: deployment, objectives, the score."""
