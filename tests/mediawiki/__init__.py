"""Tests against a real MediaWiki, and the harness that starts one.

A test asks for the fixture ``mediawiki`` (it is run on 1.43 and on 1.39), ``mediawiki_143`` or
``mediawiki_139``, and gets a :class:`tests.mediawiki.server.Server`: a wiki as new, in
milliseconds. packages.py fetches MediaWiki, template.py makes a fresh wiki of it (both kept in the
user's cache), php.py runs it, client.py is a person at it, proxy.py stands before it for tests that
must act between two requests.
"""
