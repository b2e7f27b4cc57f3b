"""The log in PostgreSQL: any number of processes write."""
