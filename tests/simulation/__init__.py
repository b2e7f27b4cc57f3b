"""A deterministic simulation of service and store under faults: one seed is one run."""
