"""What is kept: the cursor on the gamestate page, the log page, the local journal, files."""
