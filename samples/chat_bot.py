"""A chat bot's command loop: players type `!strike bert`, and the bot says what came of it.

    python samples/chat_bot.py last            # you are the chat: type, and read
    python samples/chat_bot.py COMBAT URL TOKEN

For a real chat, make a `Bot` for each player with the token of their seat, call `hears` with what
they write, and run `follow` in a thread. Words after an option fill its blanks, in their order.
"""

import shlex
import sys
from collections.abc import Callable
from threading import Thread
from typing import Any

from api.client import Combat, Failed, connect, fill
from api.client.answers import Offer


class Bot:
    """A player in a chat: their fight, and how the bot speaks to them."""

    def __init__(self, fight: Combat, say: Callable[[str], None]):
        self.fight, self.say = fight, say

    def hears(self, line: str) -> None:
        """Do what a line asks for; what is said to others is no command."""
        if not line.startswith("!"):
            return
        try:
            words = shlex.split(line[1:])
            if words == ["options"]:
                self.say("\n".join(map(in_words, self.fight.options()["options"])))
            else:
                self.fight.decide(lambda options, missed: command_of(options["options"], words))
        except (Failed, ValueError) as problem:
            self.say(str(problem))

    def follow(self, after: str) -> None:
        """Say each new line of the story, for as long as the program runs."""
        for entry in self.fight.events(after, follow=True):
            for line in self.fight.get("timeline", at=entry["number"])["items"]:
                if line["number"] == entry["number"]:
                    self.say(line["text"])


def name_of(option: Offer) -> str:
    """Return the words by which an option is called: `strike`, `end`, `pass`."""
    command = option["command"]
    return str(command.get("manoeuvre") or command.get("choice") or command["type"])


def in_words(option: Offer) -> str:
    """Return an option as people read it: `!strike <at whom>: strike, 1 action`."""
    blanks = " ".join(f"<{blank['says']}>" for blank in option["blanks"] if not blank["optional"])
    cost = "".join(f", {price['amount']} {price['says']}" for price in option["cost"])
    return f"!{name_of(option)} {blanks}".rstrip() + f": {option['says']}{cost}"


def command_of(options: list[Offer], words: list[str]) -> dict[str, Any]:
    """Return the command that is meant; raise ValueError with the words for what is missing."""
    said = " ".join(words).casefold() + " "
    fits = [each for each in options if said.startswith(f"{name_of(each)} ".casefold())]
    if not fits:
        raise ValueError("That cannot be done now. Type !options to see what can.")
    option = max(fits, key=lambda each: len(name_of(each)))
    rest = words[len(name_of(option).split()) :]
    values: dict[str, Any] = {}
    for blank in sorted(option["blanks"], key=lambda blank: bool(blank["optional"])):
        if rest:
            values[blank["pointer"]] = value_of(blank["schema"], rest.pop(0))
        elif not blank["optional"]:
            choices = blank["schema"].get("items", blank["schema"]).get("enum", [])
            raise ValueError(f"{blank['says'].capitalize()}? {', '.join(choices)}".rstrip())
    return fill(option, values)


def value_of(schema: Any, word: str) -> Any:
    """Return a word as a value that fits a schema."""
    match schema["type"]:
        case "array":
            return [value_of(schema["items"], part) for part in word.split(",")]
        case "integer" | "number":
            return float(word) if "." in word else int(word)
        case _:
            known = (each for each in schema.get("enum", ()) if each.startswith(word.lower()))
            return next(known, word)


def main(combat: str, *place: str) -> None:
    """Be the chat: read lines from the keyboard, and print what the bot says."""
    with connect(*place) as table:
        bot = Bot(table.combat(combat), print)
        Thread(target=bot.follow, args=[bot.fight.get()["last"]], daemon=True).start()
        for line in sys.stdin:
            bot.hears(line.strip())


if __name__ == "__main__":
    main(*sys.argv[1:])
