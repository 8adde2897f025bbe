"""Informal spelling, text without non-joiners, names, abbreviations and Arabic phrases, out of context."""

import pytest

from engine.reading.reader import Reader
from tests.reading.everyday import ABBREVIATED, ARABIC, EVERYDAY, INFORMAL, NAMES, WITHOUT_JOINER

GROUPS = {
    "informal": (INFORMAL, 0.95),
    "without joiner": (WITHOUT_JOINER, 0.95),
    "names": (NAMES, 0.85),
    "Arabic": (ARABIC, 0.95),
    "abbreviated": (ABBREVIATED, 0.75),
}
SURE = ("می‌خوام", "خونه", "اگه", "میشه", "دیگه", "می شود", "کتاب ها", "میشود", "نمی‌دونم", "الحمدلله")


def said(reader: Reader, text: str) -> str:
    """The phonemes of all words in a row, in the notation of the table."""
    return "".join(w.phonemes for w in reader.read(text).words).replace("?", "").replace("ow", "o")


@pytest.fixture(scope="module")
def right(reader: Reader) -> frozenset[str]:
    return frozenset(text for text, accepted in EVERYDAY.items() if said(reader, text) in accepted.split())


@pytest.mark.parametrize("group", GROUPS)
def test_most_of_the_table_is_read_as_people_read_it(right: frozenset[str], group: str) -> None:
    table, share = GROUPS[group]
    missed = sorted(table.keys() - right)
    assert len(missed) <= (1 - share) * len(table), missed


@pytest.mark.parametrize("text", SURE)
def test_common_words_are_always_right(right: frozenset[str], text: str) -> None:
    assert text in right
