"""How Sphinx makes a site of these pages: `make docs`. A broken link ends it."""

from importlib import metadata

project = "wikibot"
author = "the wikibot maintainers"
release = metadata.version("wikibot")
extensions = ["myst_parser"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = f"wikibot {release}"
exclude_patterns = ["_build", "schemas"]
nitpicky = True
