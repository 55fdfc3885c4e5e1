"""Letters to players: what one may know alone goes by the wiki's own mail, once.

A letter stands sealed in the cursor from the edit that saves what it tells of, until the edit after
it was sent. What was sent, and why something was not, is noted beside the key, in the private
drawer: a letter whose note was lost, or whose answer never came, is sent again. One that cannot be
sent is tried again by every later sync, and the status line says what its player has to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from wikibot.dice.keeper import DrawerKeeper
from wikibot.dice.session import private_name
from wikibot.game.secrets import hash_of, letter_to
from wikibot.storage.cursor import SealedLetter
from wikibot.storage.local import Drawer
from wikibot.wiki.base import Wiki
from wikibot.wiki.errors import WikiError
from wikibot.wikitext.messages import later, say

_SENT = "sent"
_NO_ADDRESS = later(
    "{} gives no e-mail address to this wiki, or takes no mail: set both in Special:Preferences"
)
# By MediaWiki's code of why a mail cannot be sent (ApiEmailUser):
_REMEDIES = {"noemail": _NO_ADDRESS, "nowikiemail": _NO_ADDRESS}
_NO_RIGHT = later(
    "the bot may not send mail (to {}): give its account a confirmed e-mail address, and its bot "
    "password the grant to send mail"
)


class Mailbox(Struct, frozen=True):
    """The letters of one game, as far as this machine knows of them. ``game``: its page."""

    drawer: Drawer
    game: str

    @property
    def name(self) -> str:
        """The name of the text with the notes."""
        return private_name("letters", self.game)

    def notes(self) -> Mapping[str, str]:
        """What became of letters, by their hashes: ``sent``, or the wiki's code."""
        lines = (self.drawer.read(self.name) or "").splitlines()
        return {hash_: what for hash_, _, what in (line.partition(" ") for line in lines) if what}

    def unsent(self, letters: Iterable[SealedLetter]) -> tuple[SealedLetter, ...]:
        """The letters that were not sent, as far as is known."""
        notes = self.notes()
        return tuple(each for each in letters if notes.get(hash_of(each.seal)) != _SENT)

    def remarks(self, letters: Iterable[SealedLetter]) -> Iterator[str]:
        """What the status line says of those that could not be sent."""
        notes = self.notes()
        whom = {(notes.get(hash_of(each.seal), _SENT), each.account) for each in letters}
        for code, account in sorted(whom):
            if code != _SENT:
                yield (
                    say("a letter to {} waits", account)
                    + ": "
                    + say(_REMEDIES.get(code, _NO_RIGHT), account)
                )

    def send(
        self, wiki: Wiki, letters: Sequence[SealedLetter], keeper: DrawerKeeper
    ) -> tuple[str, ...]:
        """Send what was not sent; gives a sentence for each that could not be."""
        known, problems = dict(self.notes()), []
        notes = {
            hash_of(each.seal): known[hash_of(each.seal)]
            for each in letters
            if hash_of(each.seal) in known
        }
        for each in letters:
            if notes.get(hash_of(each.seal)) == _SENT:
                continue
            text = keeper.open(each.seal, letter_to(each.player)).text
            try:
                wiki.mail(each.account, self.game, f"{text}\n")
                notes[hash_of(each.seal)] = _SENT
            except WikiError as error:
                notes[hash_of(each.seal)] = error.code or "unreachable"
                problems.append(f"a letter to {each.account} could not be sent: {error}")
            lines = "".join(f"{hash_} {what}\n" for hash_, what in notes.items())
            self.drawer.write(self.name, lines)
        return tuple(problems)
