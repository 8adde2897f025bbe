"""Protocols and places of diacritic errors, on a line of the kind that the treebank has."""

import pytest

from benchmarks.reading.diacritics import (
    SIDES,
    STRICT,
    VARIANTS,
    Letter,
    bare,
    breakdown,
    error_rates,
    letters,
)

REFERENCE = "آرامْگاه مَقْبَرِه پِدَرَشْ اَهَمیَّتْ"


def found(marked: str, reference: str = REFERENCE) -> list[Letter]:
    return list(letters(reference, marked))


def test_the_reference_itself_has_no_error_in_any_protocol() -> None:
    same = error_rates(found(REFERENCE))
    assert {rate for rate, _ in same.values()} == {0.0}
    assert list(same) == list(VARIANTS)


def test_protocols_count_other_letters() -> None:
    # آرامگاه carries a sukun alone, so the project's protocol counts its letters too; کتاب is not marked.
    counted = [count for _, count in error_rates(found("کتاب پدرش", "کتاب پِدَرَشْ")).values()]
    assert counted == [4, 3, 8, 6, 3, 3]


def test_sukun_is_ignored_and_the_order_of_marks_is_free() -> None:
    assert not [x for x in found(REFERENCE.replace("ْ", "").replace("یَّ", "یَّ")) if x.ours != x.theirs]


@pytest.mark.parametrize(
    ("reference", "ours", "place", "side"),
    [
        ("اِدِعا", "اِدِّعا", "tashdid alone", 0),
        ("جَشْنْوارِه فیلم", "جَشنوارِهٔ فیلم", "ezafe: kasra or hamza on the last letter", 0),
        ("آقایِ مُحَمَّد", "آقای مُحَمَّد", "ezafe: kasra or hamza on the last letter", 1),
        ("اَز میان", "از میان", "on an alef", 1),
        ("دُولَت", "دَولَت", "before و", 2),
        ("پِیدا شُد", "پیدا شُد", "before ی", 1),
        ("خُدا", "خُدَا", "before ا", 0),
        ("تَپّه", "تَپِّه", "before a final ه", 0),
        ("مَثَلاً", "مَثَلا", "last letter, not ezafe", 1),
        ("تَقِتای", "تَقَتای", "elsewhere", 2),
    ],
)
def test_where_an_error_is(reference: str, ours: str, place: str, side: int) -> None:
    errors = breakdown(found(ours, reference))
    assert {(p, s): n for p, sides in errors.items() for s, n in sides.items() if n} == {
        (place, SIDES[side]): 1
    }


def test_letters_that_a_peer_changed_count_as_unmarked() -> None:
    # persian_phonemizer joins the plural and writes the ezafe as a letter of its own
    changed = found("آبهای‌ی شُمال", "آب‌هایِ شُمال")
    assert [x.letter for x in changed if x.ours != x.theirs] == ["ی"]


def test_bare_text_has_the_letters_and_nothing_else() -> None:
    assert bare(REFERENCE) == "آرامگاه مقبره پدرش اهمیت"
    assert error_rates(found(bare(REFERENCE)))[STRICT][0] == pytest.approx(9 / 21)
