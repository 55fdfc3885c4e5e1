"""The action lines of a page, taken apart, as tests look at them."""

from __future__ import annotations

from wikibot.wikitext.lines import Line, action_numbers, read_line


def action_lines(text: str, heading: str = "Actions") -> tuple[Line, ...]:
    """In page order."""
    raws = text.split("\n")
    return tuple(read_line(raws[number], number) for number in action_numbers(text, heading))
