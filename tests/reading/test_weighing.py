"""How sure a word is: known readings count in full, mixtures of letters hardly."""

import numpy as np
import pytest

from engine.reading.align import align
from engine.reading.candidates import CANDIDATES, COLUMNS, COUNT
from engine.reading.encoding import character_id
from engine.reading.reader import Reader
from engine.reading.weighing import weigh

WORD = "گله"
CHARACTERS = np.array([character_id(letter) for letter in WORD])
GELE, GALLE, GALE = (align(WORD, said) or () for said in ("gele", "galle", "gale"))


def probabilities(shares: dict[tuple[int, ...], float]) -> np.ndarray:
    """Letter by letter the sum of some readings' shares, (N, K)."""
    found = np.zeros((len(WORD), COUNT), dtype=np.float32)
    for labels, share in shares.items():
        found[np.arange(len(WORD)), COLUMNS[CHARACTERS, labels]] += share
    return found


def test_a_candidate_stands_in_its_column() -> None:
    for character, row in enumerate(CANDIDATES):
        for column, label in enumerate(row):
            assert label == len(COLUMNS[0]) or COLUMNS[character, label] == column


def test_known_readings_share_the_probability() -> None:
    weighed = weigh(GELE, [GELE, GALLE], CHARACTERS, probabilities({GELE: 0.7, GALLE: 0.3}))
    assert weighed.confidence == pytest.approx(0.49 / (0.49 + 0.09), abs=0.01)
    assert [phonemes for phonemes, _ in weighed.alternatives] == ["galle"]
    assert weighed.alternatives[0][1] == pytest.approx(0.09 / (0.49 + 0.09), abs=0.01)
    assert weighed.letters[0] == pytest.approx(weighed.confidence, abs=0.01)
    assert weighed.letters[2] == pytest.approx(1.0)


def test_an_unknown_word_is_weighed_letter_by_letter() -> None:
    weighed = weigh(GELE, [], CHARACTERS, probabilities({GELE: 0.7, GALLE: 0.3}))
    assert weighed.confidence == pytest.approx(0.49)
    assert weighed.letters == pytest.approx((0.7, 0.7, 1.0))
    assert dict(weighed.alternatives) == pytest.approx({"gelle": 0.21, "gale": 0.21, "galle": 0.09})


def test_what_the_letters_say_clearly_is_likely_even_if_unseen() -> None:
    weighed = weigh(GALE, [GELE, GALLE], CHARACTERS, probabilities({GALE: 0.998, GELE: 0.001, GALLE: 0.001}))
    assert weighed.confidence > 0.5


@pytest.mark.parametrize(
    ("text", "word", "real"),
    [
        ("کرم", "کرم", {"kerm", "karam", "kerem", "korom", "karm"}),
        ("گل را برد", "گل", {"gol", "gel"}),
        ("در این ملک", "ملک", {"melk", "molk", "malek", "malak"}),
        ("شکر خدا", "شکر", {"Sokr", "Sekar", "Sakar", "Sakkar"}),
        ("مرد", "مرد", {"mard", "mord"}),
        ("به نه", "نه", {"na", "noh", "nah"}),
        ("کشتی", "کشتی", {"koSti", "kaSti", "keSti"}),
        ("علم", "علم", {"?elm", "?alam"}),
        ("مهر", "مهر", {"mehr", "mohr", "mahr"}),
    ],
)
def test_homographs_have_real_words_beside_them(reader: Reader, text: str, word: str, real: set[str]) -> None:
    read = next(w for w in reader.read(text).words if w.text == word)
    assert {read.phonemes, *(other.phonemes for other in read.alternatives)} <= real


def test_probabilities_of_a_word_are_at_most_one_together(reader: Reader) -> None:
    text = "او گل کاشت و در گل ماند، کشتی گرفت و به کشتی نشست. شکر را در ملک خود کرم‌خورده یافت، آنپلاستینگ!"
    for word in reader.read(text).words:
        assert word.confidence + sum(other.probability for other in word.alternatives) <= 1 + 1e-6
        assert all(0 < letter.confidence <= 1 + 1e-6 for letter in word.letters)
        assert all(word.confidence <= letter.confidence + 1e-6 for letter in word.letters)
