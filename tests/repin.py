"""Makes the bundled pins of all games anew, from the texts that they were made from: ``make pins``.

After a change of what a unit is, of its fingerprints, or of what reads numbers. Pins of texts that
are not at hand stay as they are; the real rulesets are looked for in ``../shared/wiki``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from rules.cycle14 import GAME as CYCLE_14
from rules.cycle15 import GAME as CYCLE_15
from rules.round7 import GAME as ROUND_7
from wikibot.game.ruleset.recognition import SEVERAL, Pin, split, write_bindings
from wikibot.game.ruleset.rulebook import Rulebook, read_rulebook

ROOT = Path(__file__).parents[1]
WIKI = ROOT.parent / "shared" / "wiki"
TITLE = "Wordings that this game was written for; see wikibot/game/ruleset/units.py for the form."


def repinned(
    game: object, pins: Sequence[Pin], source: str, text: str
) -> dict[tuple[str, str], Pin]:
    """The pins of one source as they are by its text, by unit and label."""
    mine = [pin for pin in pins if pin.sources[0] == source]
    book = read_rulebook(text, game.catalogues, mine, game.implementations)  # type: ignore[attr-defined]
    made = {}
    for pin in mine:
        if book.has(pin.unit):
            prints = book.unit(pin.unit).prints
            new = replace(pin, exact=prints.exact, normal=prints.normal, masked=prints.masked)
            made[pin.unit, pin.variant] = replace(
                new, read=book.read_print(pin.unit), parent=book.parent(pin.unit)
            )
    return made


def sources(game: object) -> dict[str, str]:
    """The texts at hand that a game was written for, by their names in the pin file."""
    found = {"demo": game.demo().pages["Ruleset"]}  # type: ignore[attr-defined]
    for folder in sorted(WIKI.iterdir()) if WIKI.exists() else ():
        found[folder.name] = (folder / "Ruleset.wiki").read_text(encoding="utf-8")
    return found


def in_all(pin: Pin, books: Mapping[str, Rulebook]) -> Pin:
    """The pin with all the rulesets at hand that have its wording, its own first."""
    there = {
        source: book.unit(pin.unit) for source, book in books.items() if book.on_page(pin.unit)
    }
    also = [source for source, unit in there.items() if unit.prints.normal == pin.normal]
    return replace(pin, source=SEVERAL.join(dict.fromkeys((pin.sources[0], *also))))


def main() -> None:
    """Write the pin files anew."""
    for game in (CYCLE_15, CYCLE_14, ROUND_7):
        pins, made = split(game.pins())[0], dict[tuple[str, str, str], Pin]()
        texts = {
            name: text
            for name, text in sources(game).items()
            if any(name in pin.sources for pin in pins)
        }
        for source, text in texts.items():
            made |= {(source, *key): pin for key, pin in repinned(game, pins, source, text).items()}
        new = [made.get((pin.sources[0], pin.unit, pin.variant), pin) for pin in pins]
        books = {
            source: read_rulebook(text, game.catalogues, new) for source, text in texts.items()
        }
        new = [in_all(pin, books) for pin in new]
        path = ROOT / "rules" / game.name / "wordings.txt"
        path.write_text(write_bindings(new, TITLE), encoding="utf-8")
        print(path, sum(one != other for one, other in zip(pins, new, strict=True)), "changed")  # noqa: T201


if __name__ == "__main__":
    main()
