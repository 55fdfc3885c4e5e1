"""What a place in a phrase may hold: a name, a thing with a number, a count, words.

A slot reads a text to the spellings that a line in exact form has for it: none where it is no such
thing, several where it may be one of several.
"""
