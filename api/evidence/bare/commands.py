"""Commands are proven in a bundle as bytes; to fold, none of them is read."""


class Command:
    """A command; there are none here."""


KEPT: tuple[type[Command], ...] = ()
