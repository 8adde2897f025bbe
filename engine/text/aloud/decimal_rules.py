"""Decimals, fractions and thousands, written with slash or point."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from engine.text.aloud.number_rules import say_number
from engine.text.aloud.rule import (
    ALONE,
    DASH,
    KASRA,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBER,
    NUMBERS,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.signs import VULGAR_FRACTIONS
from engine.text.aloud.units import (
    DECIMAL_SLASH_WORDS,
    HALVED,
    MARK_WORDS,
    THOUSANDS_WORDS,
    VALUES,
    WHOLE_WORDS,
)
from engine.text.chars import ZWNJ
from engine.text.numerals import AND, HALF, HALF_OF, cardinal, decimal, fraction, integer


def _say_dotted_thousands(match: re.Match[str]) -> str | None:
    """Numbers with several points that are thousands written the European way, and no IP address."""
    parts = _parts(match)
    thousands = 0 < len(parts[0]) <= 3 and parts[0] != "0" and all(len(part) == 3 for part in parts[1:])
    is_ip = len(parts) == 4 and all(len(part) <= 3 and int(part) < 256 for part in parts)
    return integer("".join(parts)) if thousands and not is_ip else None


def _parts(match: re.Match[str]) -> list[str]:
    return match.group().replace("٫", ".").split(".")


def _say_thousands(match: re.Match[str]) -> str:
    return integer(re.sub("[^0-9]", "", match["number"]))


def _say_slash(match: re.Match[str]) -> str:
    """۳/۴ is a fraction; ۳/۵, or anything before a measure, the decimal point of handwriting."""
    above, below = match["above"], match["below"]
    if _is_fraction(above, below, of_a_whole=match["whole"] is not None):
        return _say_part(match, int(above), int(below))
    return decimal(above, below)


def _say_part(match: re.Match[str], above: int, below: int, whole: str = "") -> str:
    """A common fraction; of halves people say نصفِ لیوان, یک و نیم."""
    if (above, below) != (1, 2):
        said = fraction(above, below)
    elif whole:
        said = HALF
    else:
        halved = _HALVED.match(match.string, match.end())
        said = f"{HALF_OF}{KASRA}" if halved else fraction(above, below)
    return f"{whole}{AND}{said}" if whole else said


def _is_fraction(above: str, below: str, *, of_a_whole: bool) -> bool:
    """Thirds, quarters, tenths, and one part of others; of ۱/۵ the decimal is the commoner reading."""
    if above.startswith("0") or below.startswith("0") or int(above) >= int(below):
        return False
    one = above == "1" and below != "5" and (len(below) == 1 or below.endswith("0"))
    return of_a_whole or one or below in _PARTS


def _say_mixed(match: re.Match[str]) -> str | None:
    """A whole number and a fraction: ۱ ۱/۲."""
    number, above, below = (int(match[part]) for part in ("number", "above", "below"))
    return _say_part(match, above, below, cardinal(number)) if above < below else None


def _say_mistyped(match: re.Match[str]) -> str | None:
    """A decimal number, None for what may be an estimate: ۴،۵ میلیون, ۳۰،۴۰ هزار."""
    above, below = match["above"], match["below"] or match["part"]
    step = int(below) - int(above)
    estimate = (match["comma"] == "،" and step == 1) or (step == 10 and above.endswith("0"))
    return None if estimate else decimal(above, below)


def _say_always(match: re.Match[str]) -> str | None:
    """Round the clock, every day; None behind a word for what may have the value 24.7."""
    before = match.string, max(0, match.start() - _REACH), match.start()
    return None if _VALUED.search(*before) else " "


_REACH: Final = 40
"""Code points before a number in which the word for its value is looked for."""
_VALUED: Final = re.compile(
    rf"{NOT_AFTER_LETTER}(?:{alternation(VALUES)})(?:{SPACE}[{L}{ZWNJ}]++){{0,3}}+{SPACE}\Z"
)
_PARTS: Final = frozenset(("3", "4", "10", "100"))
_HALVED: Final = re.compile(rf"{SPACE}(?:{alternation(HALVED)}){NOT_BEFORE_LETTER}")


def _say_one_of_many(match: re.Match[str]) -> str:
    return fraction(1, int(re.sub("[,٬]", "", match["below"])))


def _say_vulgar(match: re.Match[str]) -> str:
    return _say_part(
        match, *VULGAR_FRACTIONS[match["sign"]], say_number(match["whole"]) if match["whole"] else ""
    )


def _before(words: Iterable[str]) -> str:
    """A pattern that holds before one of the words, the end of a range between at most."""
    return rf"(?:{SPACE}?(?:{DASH}|تا){SPACE}?[0-9./٫]++)?{SPACE}?(?:{alternation(words)})"


BEFORE_MEASURE: Final = _before((*DECIMAL_SLASH_WORDS, "%", "٪"))
"""A pattern that holds before what is measured in decimals."""

_DOTTED: Final = rf"{ALONE}[0-9]++(?:[.٫][0-9]++){{2,}}+"
_END: Final = r"(?![0-9/])"
_THOUSANDS: Final = (
    rf"{ALONE}(?P<number>[1-9][0-9]{{0,2}}(?:(?:/[0-9]{{3}}){{2,}}+|[./](?:000)|[./٫][0-9]{{3}}"
    rf"(?={_before(THOUSANDS_WORDS)}))){_END}"
)
_SPACED: Final = (
    rf"{ALONE}(?P<number>[1-9][0-9]{{0,2}}(?:(?:{SPACE}[0-9]{{3}}){{2,5}}+|{SPACE}000))"
    rf"(?={SPACE}?(?:{alternation(THOUSANDS_WORDS)}))"
)
_PRESSURE: Final = (
    rf"(?:فشار[\u200c ]?خون(?:{SPACE}[{L}]++)?|BP:?){SPACE}[0-9]{{1,3}}(?P<slash>/)(?=[0-9]{{1,3}}{_END})"
)
_MARKS: Final = (
    rf"{ALONE}[0-9]{{1,2}}[.٫][0-9]{{1,2}}(?P<slash>/)(?=(?:5|10|20|100){_END})",
    rf"{NOT_AFTER_LETTER}(?:{alternation(MARK_WORDS)}){SPACE}[0-9]{{1,2}}(?P<slash>/)(?=(?:10|20){_END})",
    rf"{ALONE}(?P<full>10|15|20|100)(?P<slash>/)(?=(?P=full){_END})",
)
_MISTYPED: Final = (
    rf"{ALONE}(?P<above>[0-9]{{1,3}})(?:٬(?P<below>[0-9]{{1,2}})(?![0-9٬])"
    rf"|(?P<comma>[,،])(?P<part>[0-9]{{1,2}})(?={BEFORE_MEASURE}))"
)
"""A sign of thousands where the decimal point was meant."""

_BODY_HEIGHT: Final = (
    rf"{NOT_AFTER_LETTER}قد(?:م|ت|ش|مان|تان|شان|ی|\u0650)?(?:{SPACE}(?![0-9])[{L}]++){{0,2}}{SPACE}"
    rf"(?P<height>[12]/[0-9]{{1,2}}){_END}"
)
_ALWAYS: Final = rf"{ALONE}24(?P<slash>/)(?=7{_END})"
_HALVES: Final = rf"{ALONE}50(?P<slash>/)(?=50{_END})"
_ONE_OF_MANY: Final = rf"{ALONE}1/(?P<below>[1-9][0-9]*000|[1-9][0-9]{{0,2}}(?:[,٬]000)+){_END}"
_MIXED: Final = (
    rf"{ALONE}(?P<number>[0-9]{{1,2}}){SPACE}(?P<above>[123])/(?P<below>[234]){_END}"
    rf"(?!{_before(DECIMAL_SLASH_WORDS)})"
)
_MEASURED: Final = rf"{ALONE}(?P<above>[0-9]{{1,3}})/(?P<below>[0-9]{{1,3}}){_END}(?={BEFORE_MEASURE})"
_SLASH: Final = (
    rf"{ALONE}(?P<above>[0-9]{{1,3}})/(?P<below>[0-9]{{1,3}}){_END}"
    rf"(?:(?={SPACE}(?P<whole>{alternation(WHOLE_WORDS)}))|)"
)

_VULGAR_SIGNS: Final = "".join(VULGAR_FRACTIONS)
_VULGAR: Final = rf"(?P<whole>(?<![0-9]){NUMBER})?{SPACE}?(?P<sign>[{_VULGAR_SIGNS}])"

THOUSANDS_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_DOTTED, _say_dotted_thousands, at=NUMBERS),
    pattern_rule(_THOUSANDS, _say_thousands, at=NUMBERS),
    pattern_rule(_SPACED, _say_thousands, at=NUMBERS),
)
MARK_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_PRESSURE, lambda _: " روی ", "slash", needs="/"),
    *(pattern_rule(mark, lambda _: " از ", "slash", needs="/") for mark in _MARKS),
)
HEIGHT_RULE: Final[Rule] = pattern_rule(
    _BODY_HEIGHT, lambda match: decimal(*match["height"].split("/")), "height", needs="/"
)
MISTYPED_RULE: Final[Rule] = pattern_rule(_MISTYPED, _say_mistyped, at=NUMBERS)
MEASURED_RULE: Final[Rule] = pattern_rule(
    _MEASURED, lambda match: decimal(match["above"], match["below"]), at=NUMBERS
)
DECIMAL_RULES: Final[tuple[Rule, ...]] = (
    *THOUSANDS_RULES,
    pattern_rule(_DOTTED, lambda match: " نقطه ".join(map(integer, _parts(match))), at=NUMBERS),
    *MARK_RULES,
    HEIGHT_RULE,
    MISTYPED_RULE,
    pattern_rule(_HALVES, lambda _: " ", "slash", at=NUMBERS),
    pattern_rule(_ONE_OF_MANY, _say_one_of_many, at=NUMBERS),
    pattern_rule(_MIXED, _say_mixed, at=NUMBERS),
    MEASURED_RULE,
    pattern_rule(_ALWAYS, _say_always, "slash", at=NUMBERS),
    pattern_rule(_SLASH, _say_slash, at=NUMBERS),
    pattern_rule(_VULGAR, _say_vulgar, needs=_VULGAR_SIGNS),
)
"""In order; what one has claimed the later ones leave alone."""
