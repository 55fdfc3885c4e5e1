"""The items of the rule Garbage, one value each, next to others of their set; and using them."""
