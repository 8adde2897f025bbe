"""A year and the next one, as seasons and school years are written: ۲۰۲۳-۲۴, ۱۴۰۲/۱۴۰۳."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.rule import NUMBERS, STAMP_START, Rule, pattern_rule
from engine.text.numerals import TO, cardinal

_YEAR: Final = "(?P<year>(?:1[34]|19|20)[0-9]{2})"
_NEXT: Final = "(?P<next>[0-9]{2}(?:[0-9]{2})?)"
_END: Final = r"(?![0-9/-]|[.٫:][0-9])"
_SEASONS: Final = tuple(
    rf"{STAMP_START}(?<![-–]){first}[-–/]{last}{_END}" for first, last in ((_YEAR, _NEXT), (_NEXT, _YEAR))
)


def _say(match: re.Match[str]) -> str | None:
    """Both years in full, the earlier first; None where they do not follow each other."""
    year, following = int(match["year"]), match["next"]
    return f"{cardinal(year)} {TO} {cardinal(year + 1)}" if str(year + 1).endswith(following) else None


SEASON_RULES: Final[tuple[Rule, ...]] = tuple(pattern_rule(pattern, _say, at=NUMBERS) for pattern in _SEASONS)
