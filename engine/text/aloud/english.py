"""How English words are said in a Persian sentence whose spelling does not tell it.

From the CMU Pronouncing Dictionary, copyright 1993-2015 Carnegie Mellon University, under the BSD licence
that stands in `english.LICENSE`; `training.latin` made Persian sounds of its phones.
"""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("english.txt.xz")


@cache
def english_words() -> dict[str, str]:
    """Words in lower case, without apostrophes, to phonemes in the scheme of the readings."""
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        return dict(line.split() for line in lines)
