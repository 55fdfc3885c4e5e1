"""How lark is asked, here alone: it gets the words that :mod:`rules.plain.words.reading` found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lark import Lark, Token
from lark.lexer import Lexer


class _Words(Lexer):
    """Words as lark's tokens."""

    def __init__(self, conf: Any) -> None:
        del conf

    def lex(self, words: Any) -> Iterator[Token]:  # type: ignore[override]
        for word in words:
            yield _token(word)


def _token(word: Any) -> Token:
    token = Token(word.kind, word.text)
    token.value = word
    return token


def parser(grammar: str) -> Lark:
    """The parser of a grammar; it takes a list of words in place of a text."""
    return Lark(
        grammar, parser="lalr", lexer=_Words, start=["sentence", "body"], maybe_placeholders=False
    )


def spellings(found: Lark) -> Mapping[str, Sequence[str]]:
    """The phrases of each kind of word, as the grammar lists them."""
    return {
        each.name: [
            text.replace("\\", "")
            for text in each.pattern.value.removeprefix("(?:").removesuffix(")").split("|")
        ]
        for each in found.terminals
        if each.pattern is not None and each.pattern.value
    }
