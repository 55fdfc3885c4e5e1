"""What players have: items of the rule Garbage, changes of that rule, shards, images, effects."""
