"""The store: combat logs in SQLite or PostgreSQL, on the ports of the library `eventsourcing`.

Nothing outside this package imports that library, and nothing in here knows the rules of any game:
records are bytes that the domain has decided and sealed.
"""
