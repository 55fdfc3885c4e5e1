"""Regular expressions that are compiled when they are first used.

The modules of one game hold some six hundred; to play a line takes a third of them, and to
compile the others would take a tenth of the time of a whole sync.
"""

from __future__ import annotations

import re
from typing import Any, cast, final


@final
class _Pattern:
    """What stands for a regular expression: its methods are the compiled one's."""

    def __init__(self, source: str, flags: int) -> None:
        self._written = source, flags

    def __getattr__(self, name: str) -> Any:
        """A method or attribute of the compiled expression, which is found at once from then on.

        Raises:
            re.error: The expression is not one.
        """
        if name.startswith("__"):  # asked by copy and pickle, not by who uses the expression
            raise AttributeError(name)
        found = getattr(re.compile(*self._written), name)
        setattr(self, name, found)
        return found


def regex(source: str, flags: int = 0) -> re.Pattern[str]:
    """The regular expression ``source``, as by ``re.compile``, for a name of a module.

    It is given to no function of the module ``re``, which would ask for a compiled one.
    """
    return cast("re.Pattern[str]", _Pattern(source, flags))
