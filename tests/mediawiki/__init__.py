"""Tests against a real MediaWiki, and the harness that starts one."""
