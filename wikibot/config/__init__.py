"""Settings, secrets, paths, logging and the installed games."""
