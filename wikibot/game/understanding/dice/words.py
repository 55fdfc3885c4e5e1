"""The words of a line without its dice: no label, echo or mark of a dice bot is left of them."""

from __future__ import annotations

from collections.abc import Sequence

from wikibot.game.understanding.dice.named import LINKS
from wikibot.game.understanding.dice.tokens import Tokens

_LABELS = frozenset((
    "rolled", "rolls", "roll", "rolling", "threw", "thrown", "throw", "result", "results",
    "request", "dice", "die", "🎲", "🎰", "🎯", "r", "reason", "details", "detail",
    "officer", "distance", "direction", "angle", "random.org", "google",
))  # fmt: skip
_LEADING_TO = LINKS | frozenset((  # words and marks that may stand between a label and its dice
    "were", "are", "i've", "i’ve", "my", "using", "by", "got", "is", "was", "just", "here's",
    "here’s", "heres", "here", "gives", "gave", ":", "=", ",", "!", "/", "(", "[", "{", "→", "->",
    "=>", ">>",
)) - {"for", "it", "they"}  # fmt: skip
_LINKS = frozenset(
    ("with", "using", "by", "a", "an", "and", "my", "the", "have", "got", "just", "i")
)
_ONLY = frozenset((  # further words of a line that brings dice and nothing else
    "sorry", "forgot", "forgotten", "forgetting", "oops", "whoops", "are", "go", "these", "those",
    "missing", "add", "adding", "oh", "ah", "right", "ok", "okay", "yes", "it", "it's", "it’s",
    "that", "this", "for", "from", "above", "late", "there", "bot", "says", "said", "link", "to",
    "now", "were", "them", "came", "comes", "come", "up", "your", "faces", "number", "numbers",
    "as", "asked", "needed", "edit", "had", "in", "then", "so", "do", "did", "i'd", "i'll",
    "finally", "still", "hmm", "well", "and", "needs", "wanted", "course", "obviously", "please",
    "thanks", "thx",
))  # fmt: skip
NOISE = _LABELS | _LEADING_TO | _ONLY
_ALONE = (["roll"], ["i", "roll"], ["rolling"])  # says to roll: dice behind a dash are for that
_JOINTS = frozenset(
    (*",;.:!", "→", "⟶", "⇒", "->", "=>", ">>", "»", "|", "--", "—", "–", "-", "/", "#")
)
_SO = frozenset(("and", "so", "then", "to", "therefore", "hence", "thus"))
_MOST = 12  # tokens before dice that may lead to them
_NAME = 2  # words at most of the name of who rolled
Span = tuple[int, int]


def words_without(tokens: Tokens, spans: Sequence[Span], *, dice_follow: bool) -> str:
    """The words outside these spans of tokens; ``dice_follow``: dice stood behind the line, too."""
    edges = [0, *(edge for span in spans for edge in span), len(tokens)]
    pieces = list(zip(edges[::2], edges[1::2], strict=True))
    words, left = "", 0
    for at, (start, end) in enumerate(pieces):
        if 0 < at < len(pieces) - 1 and all(tokens.says(each, NOISE) for each in range(start, end)):
            continue  # 1d6 (1), me 1d6 (6)
        begin = _begin(tokens, start, end, leads=not words) if at else start
        until = _until(tokens, begin, end) if dice_follow or at < len(pieces) - 1 else end
        if begin < until:
            joint = _joint(tokens, left, start, begin) if words else ""
            words += joint + tokens.line[tokens[begin].start : tokens[until - 1].end]
        if begin < until or not words:
            left = until
    return "" if _brings_only_dice(words) else words


def _begin(tokens: Tokens, at: int, end: int, *, leads: bool) -> int:
    """Where a piece behind dice begins; ``leads``: with nothing but dice before."""
    passed = _JOINTS | _SO if leads else _JOINTS
    while at < end and (tokens.is_a(at, "close") or tokens.says(at, passed)):
        at += 1
    return at


def _until(tokens: Tokens, start: int, end: int) -> int:
    """Where a piece before dice ends: before the words that lead to them."""
    at, least, labelled = end, max(start, end - _MOST), False
    while at > least and not tokens.is_a(at - 1, "dash"):
        is_label = tokens.says(at - 1, _LABELS) or tokens.is_a(at - 1, "link")
        is_label = is_label or tokens[at - 1].text.endswith("bot")
        label = is_label or _is_echo(tokens, at - 1)
        if not (label or tokens.says(at - 1, _LEADING_TO)):
            if not (labelled and tokens[at - 2].text in ("@", "#")):  # @Alice, # 7
                break
            at -= 1
        labelled = labelled or label
        at -= 1
    if not labelled:
        at = _without_links(tokens, start, end)
    elif any(tokens.is_a(at - back, "dash") for back in range(1, _NAME + 2)):
        at = next(at - back for back in range(1, _NAME + 2) if tokens.is_a(at - back, "dash"))
    while at > start and (tokens.is_a(at - 1, "open") or tokens.says(at - 1, _JOINTS)):
        at -= 1
    return max(at, start)


def _without_links(tokens: Tokens, start: int, end: int) -> int:
    """Where a piece ends without ``with a`` or an opening bracket."""
    at = end
    while at > start and (
        tokens.says(at - 1, _LINKS) or tokens.is_a(at - 1, "open") or tokens.says(at - 1, _JOINTS)
    ):
        if tokens.is_a(at - 1, "dash"):
            break
        at -= 1
    return at


def _is_echo(tokens: Tokens, at: int) -> bool:
    """Whether a die is what a bot was asked for: ``!roll 2d4``, ``roll 2d4``."""
    return tokens.is_a(at, "die") and tokens.says(at - 1, _LABELS | {"!", "/", "["})


def _joint(tokens: Tokens, left: int, start: int, begin: int) -> str:
    """What stands between two pieces in place of the dice."""
    before = [token.text for token in tokens.all[left:start]]
    behind = [token.text for token in tokens.all[start:begin]]
    for mark in ";.!":
        if mark in behind:
            return f"{mark} "
    if before[:1] == [":"]:
        return ": "
    if any(token.kind == "dash" for token in tokens.all[start:begin]):
        return " -- "
    return ", " if "," in behind else " "


def may_bring_only_dice(words: str) -> bool:
    """Whether a line begins as one that brings dice and nothing else; quickly."""
    first = words.split(maxsplit=1)[0].casefold().strip(".,:;!") if words.strip() else ""
    return first in NOISE or not first.isalnum()


def leads_to_dice(words: str) -> bool:
    """Whether the last word leads to dice that stand behind it: ``I fish! I got``; quickly."""
    return words[words.rfind(" ") + 1 :].casefold() in _LINKS


def _brings_only_dice(words: str) -> bool:
    """Whether no word is left that says what the dice are for."""
    every = Tokens(words)
    said = [
        token.text
        for at, token in enumerate(every.all)
        if token.kind != "other" and not every.says(at - 1, ("@",))
    ]
    return said not in _ALONE and len(said) <= _MOST and NOISE.issuperset(said)
