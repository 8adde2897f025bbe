"""Each peer's notation in the project's phonemic scheme (`engine/reading/scheme.py`), as tables.

A peer gets the benefit of the doubt: where its notation has two readings, the one nearer to the references
counts. Stress, length and aspiration are dropped; what a table does not name stays as it is, and the scoring
passes over whatever is no phoneme of the scheme. A hyphen stands before a peer's ezafe (`worker.py`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_IPA: Final = {"ʃ": "S", "ʒ": "Z", "j": "y", "ʔ": "?", "ɡ": "g", "ː": ""}

ESPEAK_NG: Final = _IPA | {"tʃ": "C", "dʒ": "j", "ɑ": "A", "q1": "q"}
"""`oː` (نوروز) is its diphthong ow, which the protocol counts as o."""

EPITRAN: Final = _IPA | {"t͡ʃ": "C", "d͡ʒ": "j", "ɒ": "A", "ɣ": "q", "ŋ": "n", "پ": "p", "ي": ""}
"""Its map for Persian has no پ, which it passes through, and writes ئ as ي and a glottal stop."""

PERSIAN_G2P: Final = {"^": "", "_": ""}
"""The scheme's own letters, each phoneme apart."""

PERSIAN_PHONEMIZER: Final = _IPA | {
    "tʃʰ": "C", "tʃ": "C", "dʒ": "j", "æ": "a", "ɒ": "A", "ɾ": "r", "ʰ": "", "ov": "ow",
}  # fmt: skip
"""It writes the diphthong of دولت as ov; before a vowel (دوم, dovom) this is v, see `_OW_BEFORE_VOWEL`."""

GRUUT: Final = _IPA | {"t͡ʃ": "C", "d͡ʒ": "j", "æ": "a", "ɒ": "A", "ɾ": "r", "ɢ": "q", "e̞": "e", "o̞": "o"}

_OW_BEFORE_VOWEL: Final = re.compile(r"ow(?=-?[aeoAiu])")
_EZAFE_WITHOUT_GLIDE: Final = re.compile(r"(?<=[aeoAiu])-e\b")


def in_scheme(said: str, table: Mapping[str, str]) -> str:
    """A peer's output in the scheme.

    Longer keys go first. An ezafe after a vowel is given its glide (`xAne-e` is `xAne-ye`), which some write
    and some leave to the speaker.
    """
    keys = sorted(table, key=len, reverse=True)
    written = re.sub("|".join(map(re.escape, keys)), lambda found: table[found[0]], said)
    return _EZAFE_WITHOUT_GLIDE.sub("-ye", _OW_BEFORE_VOWEL.sub("ov", written))
