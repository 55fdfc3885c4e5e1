"""The items of the rule Garbage, one short expression each, next to others of their set; see ``registry``."""
