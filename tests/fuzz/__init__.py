"""Random lines and random pages: no exception, and a bound on the steps of each."""
