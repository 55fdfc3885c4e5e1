"""How many examples a property is tried on,
where it is not the usual number (tests/conftest.py).
"""

from __future__ import annotations

from hypothesis import settings

some = settings(max_examples=settings().max_examples // 5)
"""For examples that take a tenth of a second."""

few = settings(max_examples=settings().max_examples // 10)
"""For examples that take long, such as whole games."""

rare = settings(max_examples=settings().max_examples // 30)
"""For examples that take a second, such as games of a hundred lines."""
