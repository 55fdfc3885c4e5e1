"""What is said, selected, won: effects that change nothing on the page, or end the game."""

from __future__ import annotations

from rules.plain import terms as t
from rules.plain.clauses import WHO, Branch, Misfit, clause, first_word, verbs
from rules.plain.effects.base import Effect, Effects, Meaning, Stage
from rules.plain.effects.blocks import ForPlayers


class Select(Effect, frozen=True):
    """A player or thing is drawn or chosen, whom the sentence then speaks of; that is all."""

    thing: t.RandomThing | t.ChosenThing | t.ChosenPlayer

    says = "selects {thing:one}"

    def play(self, scene: Stage) -> None:
        found = scene.one(self.thing)
        if found is not None:
            scene.say("{} is selected", found.name)


verbs(
    _SELECT="select, pick, choose, specify",
    _SELECT_RANDOMLY="randomly select, randomly pick, randomly choose",
)


@clause("[subject] _SELECT who")
def select(m: Meaning, branch: Branch) -> Effects:
    """``Select a player.``: whom the sentences behind it call "they"."""
    return _selects(m, _chosen(m, branch), branch)


def _chosen(m: Meaning, branch: Branch) -> t.ChosenPlayer:
    m.not_in_deed(branch)
    who = m.mean(branch.branches(*WHO)[-1])
    if not isinstance(who, t.ChosenPlayer):
        raise Misfit("it is not plain who is selected", first_word(branch))
    return who


def _selects(m: Meaning, who: t.ChosenPlayer, branch: Branch) -> Effects:
    """The doer chooses a player; after a command ("Select ..."), "they" are that player."""
    if m.told and m.selected is not None:
        raise Misfit("it is not plain who is meant by 'they' behind that", first_word(branch))
    if m.told:
        m.selected = who
    return (Select(who),)


@clause("[subject] _SELECT who _TO_DO clause")
def select_to(m: Meaning, branch: Branch) -> Effects:
    """``pick another player to gain 2 Fish``."""
    who, inner = _chosen(m, branch), branch.branches()[-1]
    if inner.branches("subject"):
        raise Misfit("it is not plain who is selected", first_word(branch))
    with m.about(t.Them()):
        return (ForPlayers(who, m.clause(inner)),)


@clause("[subject] _SELECT a_thing (_comma_and [A] NAME)*")
def select_thing(m: Meaning, branch: Branch) -> Effects:
    """``Select a Card.``, of which it is said behind it what happens; or a kind of player."""
    m.not_in_deed(branch)
    thing = next(each for each in branch.branches() if each.name != "subject")
    names = [thing.named(), *(str(each.value) for each in branch.words("NAME"))]
    if m.vocabulary.table(names[0]) is None and thing.name == "a_thing":
        return _selects(m, m.of_kinds(names, branch), branch)
    node = m.mean(thing)
    if branch.words("NAME") or not isinstance(node, t.ChosenThing | t.RandomThing):
        raise Misfit("it is not plain which of them", first_word(branch))
    return (Select(node),)


@clause("[subject] _SELECT_RANDOMLY drawn_from")
def select_random(m: Meaning, branch: Branch) -> Effects:
    """``Randomly select a Card``, ``1 type of Card they have``: what is said of it follows."""
    m.not_in_deed(branch)
    drawn = branch.branches()[-1]
    if drawn.name == "random_of":
        return (Select(m.at_random_of(drawn)[0].thing),)
    if drawn.number() != 1:
        raise Misfit("it is not plain what becomes of several", str(drawn.number()))
    return (Select(m.at_random_thing(drawn)),)


class Remind(Effect, frozen=True):
    """The answer reminds a player of something, in these words; that is all."""

    who: t.Who
    of: str

    says = "{who:mine}is reminded to {of}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.say("{}remember to {}", scene.name(who.name), self.of)


verbs(_REMINDED_TO="are reminded to, are also reminded to")


@clause("[subject] _REMINDED_TO REST")
def remind(m: Meaning, branch: Branch) -> Remind:
    """``You are reminded to water the plant``: the answer does."""
    return Remind(m.me(branch), str(branch.words("REST")[0].value))


class Ping(Effect, frozen=True):
    """The answer asks the doer to let a player know."""

    who: t.Who

    says = "pings {who:who}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.say("please let {} know", who.name)


verbs(_PING="ping, notify")


@clause("[subject] _PING who")
def ping(m: Meaning, branch: Branch) -> Ping:
    m.not_in_deed(branch)
    who = branch.branches(*WHO)[-1]
    if who.name == "they" and m.players_named and isinstance(m.players_named[-1], int):
        return Ping(t.Same(m.players_named[-1]))
    return Ping(m.mean(who))


class Called(Effect, frozen=True):
    """A player is called something, which is only said: "they are caught: ..."."""

    who: t.Who
    word: str
    is_called, says = True, "{who:mine}is {word}"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.say("{}is {}", scene.name(who.name), self.word)


class Announce(Effect, frozen=True):
    """The answer says a text, in these words; that is all."""

    text: str

    says = 'announces "{text}"'

    def play(self, scene: Stage) -> None:
        scene.say('it is announced: "{}"', self.text)


verbs(_ANNOUNCE="announce, proclaim")


@clause("[subject] _ANNOUNCE QUOTED")
def announce(_: Meaning, branch: Branch) -> Announce:
    """``announce "The market is open"``."""
    return Announce(str(branch.words("QUOTED")[0].value))


class NothingHappens(Effect, frozen=True):
    """No effect, and said so."""

    form, of_player, says = "clause", False, "nothing happens"

    def play(self, scene: Stage) -> None:
        scene.say("nothing happens")


verbs(
    NOTHING_HAPPENS="; nobody gets anything, nobody gains anything, no one gets anything,"
    " no one gains anything, nothing happens, nothing, there is no effect"
)


@clause("NOTHING_HAPPENS")
def nothing_happens(_: Meaning, branch: Branch) -> NothingHappens:
    return NothingHappens()


class Win(Effect, frozen=True):
    """A player wins the game."""

    who: t.Who

    says = "{who:mine}wins"

    def play(self, scene: Stage) -> None:
        for who in scene.owners(self.who):
            scene.win(who.name)


@clause("[subject] _WIN")
def win(m: Meaning, branch: Branch) -> Win:
    return Win(m.me(branch))


class PassTurn(Effect, frozen=True):
    """The turn passes to the next player in the order of the table."""

    form, of_player, says = "clause", False, "the turn passes"

    def play(self, scene: Stage) -> None:
        scene.pass_turn()


verbs(
    _THE_TURN_PASSES="; the turn passes, their turn ends, the turn passes to the next player,"
    " that player's turn ends, the next player's turn begins"
)


@clause("_THE_TURN_PASSES")
def pass_turn(m: Meaning, branch: Branch) -> PassTurn:
    m.of_turns(branch)
    return PassTurn()
