"""Chapter 5: active actions, movement, captives, boosts."""
