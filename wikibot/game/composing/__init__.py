"""Lines composed of choices and fields, for a form beside the page: what a player picks from.

``templates`` reads the forms of a verb to parts, ``waiting`` asks what a player has to answer, and
``offered`` puts together what each player may compose now.
"""
