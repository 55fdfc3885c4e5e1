"""``python -m tests.campaign``: see --help."""

from tests.campaign.command import main

if __name__ == "__main__":
    main()
