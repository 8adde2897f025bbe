"""Feet and inches by their signs: تلویزیون 55"، قد 5'11"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.rule import ALONE, SPACE, L, Rule, pattern_rule
from engine.text.mapped import Edit

_INCH: Final = "اینچ"
_INCHES: Final = rf"{SPACE}?(?:1[01]|[0-9])"
_HEIGHT: Final = rf"{ALONE}(?<!°)(?<!°{SPACE})[0-9]{{1,2}}"
_FOOT: Final = rf"{_HEIGHT}(?P<foot>')(?={_INCHES}\")"
_BEHIND_FEET: Final = rf"{_HEIGHT}'{_INCHES}(?P<inch>\")"
_ARC_MINUTE: Final = rf"°{SPACE}?[0-9]{{1,2}}(?P<minute>')(?={SPACE}?[0-9]{{1,2}}\")"
_ARC_SECOND: Final = rf"°{SPACE}?[0-9]{{1,2}}'{SPACE}?[0-9]{{1,2}}(?P<second>\")"
_SIGN: Final = re.compile(rf"(?P<inch>(?<=[0-9])\"(?![0-9A-Za-z{L}]))|[\"\n]")


def _inches(text: str) -> Iterator[Edit]:
    """The sign behind a number, where no quotation of its line is open that it could close."""
    opened = False
    for sign in _SIGN.finditer(text):
        inch = sign["inch"] is not None and not opened
        if inch:
            yield Edit(sign.start(), sign.end(), _INCH)
        opened = sign.group() != "\n" and not inch and not opened


INCH_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_ARC_MINUTE, lambda _: "دقیقه و", "minute", needs="°"),
    pattern_rule(_ARC_SECOND, lambda _: "ثانیه", "second", needs="°"),
    pattern_rule(_FOOT, lambda _: "فوت و", "foot", needs="'"),
    pattern_rule(_BEHIND_FEET, lambda _: _INCH, "inch", needs="'"),
    _inches,
)
"""In order; what one has claimed the later ones leave alone."""
