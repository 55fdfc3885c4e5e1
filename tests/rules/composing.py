"""Lines put together from the page that the bot keeps for a form, as the form does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

Json = Mapping[str, Any]
WORDS = (
    "More fish", "the old mill", "Rome", "50% of it", "to be or not to be", "Bob's barn",
    "a long walk", "Fish & Co",
    "R2", "naïve", "7", "no", "help me",
)  # fmt: skip
NAMES = ("the old mill", "Rome", "Bob's barn", "Fish & Co", "São Paulo", "50% off")  # new ones


class Composer:
    """Composes lines for one player ("" for an account without one) from the page's content."""

    def __init__(self, random: Random, page: Json, name: str) -> None:
        self.random, self.page = random, page
        players = {each["name"]: each for each in page["players"]}
        self.player = players.get(name)
        self.dice = self.player["dice"] if self.player else {}
        self.verb = ""
        self.lists = {**page["lists"], **(self.player["lists"] if self.player else {})}

    def lines(self, *, all_verbs: bool = False) -> list[tuple[str, str, list[str]]]:
        """One line of each form that can be filled in: verb, line, and the values in it."""
        can = (self.player or self.page["others"])["can"]
        found = []
        for verb in self.page["verbs"]:
            for form in verb["forms"]:
                values: list[str] = []
                self.verb = verb["name"]
                text = self.text(form["parts"], values)
                if form.get("distinct") and len(set(values)) < len(values):
                    continue
                if text is not None and (all_verbs or verb["name"] in can):
                    found.append((verb["name"], text, values))
        return found

    def answers(self) -> list[str]:
        """One line for each of what waits."""
        found: list[str] = []
        for each in self.player["waits"] if self.player else ():
            found += [option["line"] for option in each["options"]]
            text = self.text(each["form"]["parts"], []) if each["form"] else None
            found += [text] if text is not None else []
        return found

    def text(self, parts: Sequence[Any], values: list[str]) -> str | None:
        """Parts as a text; None where a list has nothing to choose from."""
        said = [self.part(part, values) for part in parts]
        return None if None in said else "".join(filter(None, said))

    def part(self, part: Any, values: list[str]) -> str | None:
        """One part as a text; ``values`` is given what was chosen."""
        if isinstance(part, str):
            return part
        if "optional" in part:
            text = self.text(part["optional"], values) if self.random.random() < 0.5 else ""
            return text or ""
        if "many" in part:
            count = self.random.randint(1, min(3, part["most"]))
            each = [self.text(part["many"], values) for _ in range(count)]
            each = list(dict.fromkeys(each)) if part.get("distinct") else each
            return None if None in each else part["between"].join(filter(None, each))
        chosen = self.chosen(part)
        if chosen is not None:
            values.append(chosen)
        return chosen

    def chosen(self, part: Json) -> str | None:
        """The value of one field."""
        if "list" in part:
            entries = part["list"]
            entries = self.lists.get(entries, []) if isinstance(entries, str) else entries
            options = [each if isinstance(each, str) else each.get("value") for each in entries]
            options = [each for each in options if each is not None]
            return self.random.choice(options) if options else None
        if "number" in part:
            return str(self.random.randint(part["number"]["min"], 12))
        if "dice" in part:
            dice = self.dice.get(self.verb, "") if part["dice"] == "" else part["dice"]
            return ", ".join(map(self.faces, dice.split(", "))) if dice else None
        return self.random.choice(
            NAMES if "without" in part or part["label"] == "Answer" else WORDS
        )

    def faces(self, dice: str) -> str:
        """A roll of some dice."""
        count, sides = map(int, dice.split("d"))
        faces = [self.random.randint(1, sides) for _ in range(count)]
        return f"{dice} ({', '.join(map(str, faces))}) = {sum(faces)}"
