"""The Persian-letter rule of section 1.3: which code points count as a Persian-script letter."""

import unicodedata
from typing import Final

PERSIAN_ALPHABET: Final = "ءآأؤإئابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی"
ARABIC_VARIANTS: Final = "ةكىيۀھہۃ"  # the same letters as other keyboards type them
_LETTERS: Final = frozenset(PERSIAN_ALPHABET + ARABIC_VARIANTS)


def is_persian_letter(char: str) -> bool:
    """Whether one code point is a Persian letter; presentation forms and Arabic variants included."""
    shaped = "ﭐ" <= char <= "ﻼ"
    return char in _LETTERS or (shaped and _LETTERS.issuperset(unicodedata.normalize("NFKC", char)))


def has_persian_letter(text: str) -> bool:
    """Whether a text may be processed at all (section 1.3)."""
    return any(map(is_persian_letter, text))
