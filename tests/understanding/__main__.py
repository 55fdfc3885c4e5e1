"""Measures how lines as people write them are understood: ``python -m tests.understanding``."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence

from tests.understanding.judging import Judgement, Trial, judged
from tests.understanding.phrasings import SAMPLE, Phrasing, corpus, fresh, read_phrasings, strangers

_GOOD = (Judgement.AS_MEANT, Judgement.KEPT)


def main() -> None:
    """Print a table by game and kind, and with ``--failures`` each line that missed its mark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--failures", action="store_true", help="also show the lines that failed")
    parser.add_argument("--led", action="store_true", help="also show the lines that were led")
    parser.add_argument("--game", help="cycle15, early, cycle14, round7 or generic")
    parser.add_argument("--situation", help="only this one")
    parser.add_argument(
        "--of", choices=("sample", "corpus", "fresh", "strangers", "all"), default="all"
    )
    options = parser.parse_args()
    found = {"sample": _sample(), "corpus": corpus(), "fresh": fresh(), "strangers": strangers()}
    for name, phrasings in found.items():
        if options.of in (name, "all"):
            _report(name, _chosen(phrasings, options), options)


def _sample() -> tuple[Phrasing, ...]:
    return tuple(read_phrasings(SAMPLE)) if SAMPLE.exists() else ()


def _chosen(phrasings: Iterable[Phrasing], options: argparse.Namespace) -> list[Phrasing]:
    return [
        each
        for each in phrasings
        if options.game in (None, each.game) and options.situation in (None, each.situation)
    ]


def _report(name: str, phrasings: Sequence[Phrasing], options: argparse.Namespace) -> None:
    trials = [judged(each) for each in phrasings]
    shown = () if options.led else (Judgement.LED,)
    if options.failures or options.led:
        for trial in trials:
            if trial.judgement not in (*_GOOD, *shown):
                print(f"{trial.judgement:15} {trial.phrasing}  [{trial.phrasing.meaning}]")  # noqa: T201
                print(f"    {trial.answer}")  # noqa: T201
    _table(name, trials)


def _table(name: str, trials: Sequence[Trial]) -> None:
    rows = {(each.phrasing.game, each.phrasing.kind): None for each in trials}
    print(f"\n{name:22}{'lines':>6}" + "".join(f"{each:>16}" for each in Judgement))  # noqa: T201
    for game, kind in (*rows, *dict.fromkeys(("all", kind) for _, kind in rows)):
        these = [
            each.judgement
            for each in trials
            if game in ("all", each.phrasing.game) and kind == each.phrasing.kind
        ]
        counts = Counter(these)
        cells = "".join(f"{_cell(counts[each], len(these)):>16}" for each in Judgement)
        print(f"{game:10}{kind:12}{len(these):6}{cells}")  # noqa: T201


def _cell(count: int, whole: int) -> str:
    return f"{count} ({100 * count / whole:.0f} %)" if count else "-"


if __name__ == "__main__":
    main()
