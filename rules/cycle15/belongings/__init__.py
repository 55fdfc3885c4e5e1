"""What players have: items of the rule Garbage and how items change that rule, shards, images, effects that last."""
