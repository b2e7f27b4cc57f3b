"""The HTTP framework: route table, requests, problems, limits, OpenAPI."""
