"""The page about Pinglish says what the tables say."""

from pathlib import Path

from benchmarks.pinglish.folding import FOLDS
from engine.pinglish import recover, recover_word
from engine.pinglish.rules import CONSONANT_SIGNS, GLIDE_SIGNS, UNWRITTEN_SIGNS

PAGE = (Path(__file__).parents[2] / "docs" / "pinglish.md").read_text(encoding="utf-8")


def test_every_consonant_has_its_sign() -> None:
    signs = CONSONANT_SIGNS | {letter: sign for letter, (_, sign) in GLIDE_SIGNS.items()}
    assert [letter for letter, sign in signs.items() if f" {letter} {sign} " not in PAGE] == []
    assert all(f" {sign} " in PAGE or f"{sign}`" in PAGE for sign in UNWRITTEN_SIGNS.values() if sign != "ñ")


def test_every_fold_stands_there_in_order() -> None:
    rows = [
        f"| `{pattern.replace('|', chr(92) + '|')}` | {to or 'nothing'} | {why} |"
        for pattern, to, why in FOLDS
    ]
    assert "\n".join(rows) in PAGE


def test_the_way_back() -> None:
    assert recover_word("ḫāne-ye") == "خانه"
    assert recover("mardom-e šahr, az havāy-e sard!") == "مردم شهر, از هوای سرد!"
    assert recover("ham·mīhan ham-mīhan") == "هممیهن هم‌میهن"
