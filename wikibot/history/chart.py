"""A chart of each player's main number by phase, as an SVG picture: a line a player.

Shapes and escaped text only, no script and no link. Lines differ in colour, dash and the mark at
each point, so that they can be told apart without seeing colours; each ends in the player's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from wikibot.game.board.svg import xml_text
from wikibot.game.game import MainNumber
from wikibot.history.recording import RecordedStep, by_phase

WIDTH, HEIGHT = 720, 360  # pixels, of the whole picture
LEFT, RIGHT, TOP, BOTTOM = 56, 150, 48, 44  # pixels around the lines
MOST = 17  # players, as many as names have room for
_NAME = 15  # pixels between two names at the least
# Okabe and Ito's palette, which people with any colour vision tell apart, darkened for text:
INKS = ("#005a8c", "#a34a00", "#00694c", "#8a3d6d", "#6b5d00", "#1f6f94", "#333333", "#8c1d18")
DASHES = ("", "6 3", "2 3", "8 3 2 3")
_SIGNS = ("circle", "square", "diamond")
_STEPS = (1, 2, 5)
_OPENING = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
    f'height="{HEIGHT}" role="img" aria-labelledby="chart-title chart-desc" '
    'font-family="sans-serif" font-size="12">'
)
Point = tuple[float, float]


def game_chart(number: MainNumber, steps: Iterable[RecordedStep], *, has_phases: bool) -> str:
    """The chart of a game that was played back: by phase, or by day in a game without."""
    return chart_svg(f"{number.name} by {'phase' if has_phases else 'day'}", *by_phase(steps))


def chart_svg(title: str, labels: Sequence[str], lines: Mapping[str, Sequence[int | None]]) -> str:
    """The chart as the text of an SVG file.

    ``labels`` stand below, from left to right; each of the ``lines`` has a number for each of them,
    or None where there is none.
    """
    most = sorted(lines, key=lambda name: _standing(lines[name]), reverse=True)[:MOST]
    shown = {name: lines[name] for name in lines if name in most}
    others = len(lines) - len(shown)
    title += f" (without {others} other{'s' if others > 1 else ''})" if others else ""
    values = [value for line in shown.values() for value in line if value is not None]
    low, high, step = _scale(min([0, *values]), max([1, *values]))

    def place(number: int, value: float) -> Point:
        across = number / max(len(labels) - 1, 1) * (WIDTH - LEFT - RIGHT)
        return LEFT + across, TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    about = "; ".join(f"{name}: {_last(line)}" for name, line in shown.items())
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        _OPENING,
        f'<title id="chart-title">{xml_text(title)}</title>',
        f'<desc id="chart-desc">{xml_text(about)}</desc>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">{xml_text(title)}</text>',
        *_grid(range(low, high + 1, step), lambda value: place(0, value)[1]),
        *_phases(labels, lambda number: place(number, low)[0]),
        *_drawn_lines(shown, place),
        "</svg>",
        "",
    ]
    return "\n".join(parts)


def _standing(line: Sequence[int | None]) -> tuple[bool, int]:
    """The sort key of players: those still in the game first, then by number."""
    return bool(line) and line[-1] is not None, _last(line) or 0


def _last(line: Sequence[int | None]) -> int | None:
    return next((value for value in reversed(line) if value is not None), None)


def _scale(low: int, high: int) -> tuple[int, int, int]:
    """Least and greatest number of the scale, and the step between its about five lines."""
    step, size = 1, 1
    while (high - low) / step > 5:
        size *= 10 if step // size == _STEPS[-1] else 1
        step = next((size * each for each in _STEPS if size * each > step), size * 10)
    return low // step * step, -(-high // step) * step, step


def _grid(values: range, height: Callable[[int], float]) -> Iterator[str]:
    for value in values:
        y = height(value)
        yield (
            f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" '
            f'stroke="{"#54595d" if value == 0 else "#dadde3"}"/>'
        )
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'


def _phases(labels: Sequence[str], across: Callable[[int], float]) -> Iterator[str]:
    """As many labels as there is room for, the last one among them."""
    room = max(7 * max(map(len, labels), default=1) + 12, 24)
    each = max(1, -(-len(labels) * room // (WIDTH - LEFT - RIGHT)))
    for number, label in enumerate(labels):
        if (len(labels) - 1 - number) % each == 0:
            x = across(number)
            place = f'x="{x:.1f}" y="{HEIGHT - 18}" text-anchor="middle"'
            yield f"<text {place}>{xml_text(label)}</text>"


def _drawn_lines(
    lines: Mapping[str, Sequence[int | None]], place: Callable[[int, float], Point]
) -> Iterator[str]:
    ends: list[tuple[float, float, str, str]] = []
    for number, (name, line) in enumerate(lines.items()):
        ink, dash = INKS[number % len(INKS)], DASHES[number // len(INKS) % len(DASHES)]
        points = [place(at, value) for at, value in enumerate(line) if value is not None]
        if not points:
            continue
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        yield f'<polyline points="{drawn}" fill="none" stroke="{ink}" stroke-width="2"{dashes}/>'
        yield from (_sign(point, _SIGNS[number % len(_SIGNS)], ink) for point in points)
        ends.append((points[-1][1], points[-1][0], name, ink))
    lowest = float("-inf")
    for left, (y, x, name, ink) in enumerate(sorted(ends), start=1):
        room = HEIGHT - BOTTOM + _NAME - (len(ends) - left) * _NAME
        lowest = max(min(y, room), lowest + _NAME)
        value = f"{name} {_last(lines[name])}"
        told = value if len(value) <= 20 else f"{value[:19]}…"
        yield (
            f'<path d="M{x + 4:.1f} {y:.1f}L{WIDTH - RIGHT + 8} {lowest:.1f}" stroke="{ink}" '
            'stroke-opacity="0.4"/>'
        )
        spot = f'x="{WIDTH - RIGHT + 12}" y="{lowest + 4:.1f}" fill="{ink}"'
        yield f"<text {spot}>{xml_text(told)}</text>"


def _sign(point: Point, sign: str, ink: str) -> str:
    x, y = point
    if sign == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{ink}"/>'
    turn = f' transform="rotate(45 {x:.1f} {y:.1f})"' if sign == "diamond" else ""
    return f'<rect x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6" fill="{ink}"{turn}/>'
