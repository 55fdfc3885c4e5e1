"""Items that have no effect on the game: using one uses it up."""

from rules.cycle15.items.item import Item

# A Crustal counts as a crystal while it is owned: see ``possessions`` and ``shards``.
ITEMS = (
    Item("Duck"),
    Item("Mauve"),
    Item("Get Out of Jail Free Card"),
    Item("Fish"),
    Item("Banana"),
    Item("Nickelback"),
    Item("❤️🔥"),
    Item("This is a Totally Normal Item"),
    Item("4st"),
    Item("Crustal"),
    Item("duhTfibjdFugifFUGIFFUfig"),
)
