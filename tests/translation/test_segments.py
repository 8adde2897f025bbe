import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.translation.preserve import PRESERVED, PRESERVED_OR_NUMBER, SLOT_COUNT
from engine.translation.segments import LONGEST, Kind, segments


def parts(text: str, kind: Kind) -> list[str]:
    return [text[s.start : s.end] for s in segments(text) if s.kind is kind]


def test_each_sentence_is_a_segment_of_its_own() -> None:
    assert parts("هوا سرد بود. کسی نیامد!", Kind.TRANSLATED) == ["هوا سرد بود.", "کسی نیامد!"]


@pytest.mark.parametrize(
    "marker",
    [
        "- ",
        "• ",
        "۱. ",
        "(2) ",
        "# ",
        "۱۲) ",
        "۲-۱- ",
        "(۱-۲) ",
        "۲.۳.۱ ",
        "الف) ",
        "(الف) ",
        "ب) ",
        "ب- ",
        "هـ) ",
        "a) ",
        "(b) ",
        "- [ ] ",
        "- [x] ",
    ],
)
def test_the_marker_of_a_list_item_is_not_translated(marker: str) -> None:
    text = f"{marker}شیر تازه"
    assert parts(text, Kind.MARKER) == [marker]
    assert parts(text, Kind.TRANSLATED) == ["شیر تازه"]


@pytest.mark.parametrize("text", ["۱۳۵۷ سال مهمی بود.", "۲.۵ متر پارچه خرید.", "۱۴۰۲.۳.۵ روز خوبی بود."])
def test_a_year_a_decimal_or_a_date_at_the_start_is_no_marker(text: str) -> None:
    assert parts(text, Kind.MARKER) == []


def test_a_sentence_without_a_persian_letter_is_kept() -> None:
    assert parts("سلام.\nHello there.\n😀\n#ایران `کد`", Kind.TRANSLATED) == ["سلام."]


def test_a_long_sentence_is_cut_at_commas_before_spaces() -> None:
    text = "، ".join(["کلمه‌ای چند در این جا نوشته می‌شود"] * 30)
    found = parts(text, Kind.TRANSLATED)
    assert all(len(part) <= LONGEST for part in found)
    assert all(part.endswith("، ") for part in found[:-1])
    assert "".join(found) == text


def test_a_text_of_one_word_is_cut_too() -> None:
    assert [len(part) for part in parts("ب" * 1000, Kind.TRANSLATED)] == [LONGEST] * 3 + [100]


def test_no_segment_holds_more_preserved_items_than_slots() -> None:
    text = " و ".join(f"Word{i}" for i in range(30)) + " خوب است"
    for part in parts(text, Kind.TRANSLATED):
        assert len(PRESERVED.findall(part)) <= SLOT_COUNT


def test_no_segment_holds_more_numbers_than_slots() -> None:
    found = parts(f"اعداد {'، '.join(map(str, range(10, 40)))} را بنویس.", Kind.TRANSLATED)
    found += parts(f"اعداد {'، '.join(map(str, range(10, 40)))} را بنویس.", Kind.FIGURES)
    assert sorted(number for part in found for number in re.findall(r"\d+", part)) == [
        str(number) for number in range(10, 40)
    ]
    assert all(len(PRESERVED_OR_NUMBER.findall(part)) <= SLOT_COUNT for part in found)


def test_a_long_number_counts_by_its_length() -> None:
    assert all(len(part) <= LONGEST for part in parts("ب " + "1" * 1000 + " ب", Kind.TRANSLATED))


@pytest.mark.parametrize("code", ["`a. b`", "`x! y`", "`x؟سلام`", "`سلام.\nدنیا`", '<a title="x! y">'])
def test_a_stop_inside_code_ends_no_sentence(code: str) -> None:
    text = f"کد {code} را اجرا کن."
    assert parts(text, Kind.TRANSLATED) == [text]


@pytest.mark.parametrize("fence", ["```", "~~~", "````"])
def test_a_block_of_code_is_kept(fence: str) -> None:
    block = f"{fence}python\nx = 1 # عدد اول. دوم\n\nنام = `۲`\n{fence}"
    text = f"کد زیر:\n{block}\nخوب است."
    assert parts(text, Kind.TRANSLATED) == ["کد زیر:", "خوب است."]
    assert parts(text, Kind.KEPT) == [f"\n{block}\n"]


@pytest.mark.parametrize("gap", ["\t", " \t\t ", "   ", "      ", "|", " | ", " || "])
def test_columns_are_cut_at_the_gap_between_them(gap: str) -> None:
    text = f"نام او{gap}۱۲{gap}شهر  ما"
    assert parts(text, Kind.TRANSLATED) == ["نام او", "شهر  ما"]
    assert parts(text, Kind.KEPT) == [gap, gap]
    assert parts(text, Kind.FIGURES) == ["۱۲"]


def test_a_row_of_a_table_is_its_cells() -> None:
    text = "| نام | سن |\n|---|---|\n| علی | ۲۰ |"
    assert parts(text, Kind.TRANSLATED) == ["نام", "سن", "علی"]
    assert parts(text, Kind.FIGURES) == ["۲۰"]
    assert "|---|---|" in "".join(parts(text, Kind.KEPT))


@pytest.mark.parametrize("code", ["`a    b`", "`a | b`", "x|y"])
def test_a_gap_inside_code_is_none(code: str) -> None:
    assert parts(f"کد {code} را ببین", Kind.TRANSLATED) == [f"کد {code} را ببین"]


def test_an_address_is_not_cut_however_long() -> None:
    address = "https://example.ir/" + "a" * 400
    text = "این نشانی را ببینید " * 13 + address + " که خوب است" * 10
    assert any(address in part for part in parts(text, Kind.TRANSLATED))


@pytest.mark.parametrize(
    "piece",
    [
        "a ب ",
        "1",
        "`",
        "```",
        "a.",
        "<a",
        "\u064b",
        "€1",
        "-1",
        "1€",
        "m²",
        "~~~\n",
        "```\n",
        "```a\n",
        "`\n",
        " ",
        "\t",
        "1 × ",
        "ب\u064e",
        "@",
        "1:",
    ],
)
def test_no_text_takes_long_to_cut(piece: str) -> None:
    started = time.process_time()
    segments("ب" + (piece * 6000)[:5999])
    assert time.process_time() - started < 3


@given(st.text(st.sampled_from("ابپ سل.؟،\n-1۲ab🙂\u200c«»")))
def test_segments_cover_the_text_in_order_without_gaps(text: str) -> None:
    found = segments(text)
    assert "".join(text[s.start : s.end] for s in found) == text
    assert all(a.end == b.start for a, b in pairwise(found))
