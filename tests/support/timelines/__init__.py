"""Made-up fights of other programs, as timelines: lines, and the state of their source."""
