"""What the page calls players and money, and where that leaves a sentence to people."""

from __future__ import annotations

from rules.generic.game import checked
from tests.rules.generic.pages import book, state, table

_ROLES = table("Role | Side", "Villager | village", "Wolf | wolves", heading="Roles")


def said(page: str, *sentences: str) -> list[str]:
    """How each sentence is played; "" where it is for people."""
    text = "\n\n".join(sentences)
    return [each.says for each in checked(state(page, text), book(text))]


def test_money_of_another_name_is_the_one_column_of_it() -> None:
    """``florins`` are the Cash where the page has no florins, and nothing where it has."""
    page = table("Trader | Cash | Debt", "Ann | 5 | 0", "Bob | 0 | 2", heading="Traders")
    two = page.replace("Debt", "Funds")
    own = page.replace("Debt", "Florins")
    rule = "Every Monday, each Trader gains 5 florins."

    assert said(page, rule) == ["At the beginning of every Monday, each player gains 5 Cash."]
    assert said(own, rule) == ["At the beginning of every Monday, each player gains 5 Florins."]
    assert "Cash" not in said(two, rule)[0]
    assert "Cash" not in said(page, rule, "Every Friday, each Trader gains 5 ducats.")[0]


def test_who_is_a_villager_is_not_plain_where_all_are() -> None:
    """All players are called so, and one may be one by his Role: that has to be said."""
    page = table("Villager | Role | Lives", "Ann | Wolf | 2", "Bob | Villager | 2",
                 heading="Villagers") + _ROLES  # fmt: skip

    assert said(page, "Every Monday, each villager gains 1 life.") == [""]
    assert said(page, "Every Monday, each player whose Role is Villager gains 1 life.") != [""]


def test_what_is_done_to_things_makes_no_players_of_them() -> None:
    """Sailors act, and pirates are only fought."""
    page = table("Sailor | Food", "Ann | 5", heading="Sailors") + table(
        "Pirate | Hoard", "Anneke | 7", heading="Pirates"
    )

    assert (
        said(
            page,
            "A Sailor may hum: they gain 1 Food.",
            "Pirates can't be fought on Sundays.",
            "A Pirate cannot be robbed.",
            "A Sailor may fight a Pirate: they lose 1 Food.",
        )[0]
        == "A player may hum: the player gains 1 Food."
    )


def test_a_limit_of_what_things_have_too_says_whose() -> None:
    """``Health never goes above 10``, where monsters have Health as well."""
    page = table("Name | Health | Gold", "Ann | 5 | 1") + table(
        "Monster | Health", "Ogre | 7", heading="Monsters"
    )

    health, players, gold = said(
        page,
        "Health never goes above 10.",
        "A player's Health never goes above 10.",
        "Gold never goes above 10.",
    )

    assert health == ""
    assert players == "A player's Health may not exceed 10."
    assert gold == "A player's Gold may not exceed 10."
