"""Random lines and random pages: no exception, and a bound on the steps of each.

python -m tests.fuzz --lines 50000 --pages 2500 --seed 1
"""
