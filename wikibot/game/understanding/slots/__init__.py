"""What a place in a phrase may hold: a name, a thing with a number, a count, words.

A slot gives the spellings that a line in exact form has for a text: none where the text is not such
a thing, several where it may be one of several.
"""
