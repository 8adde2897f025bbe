"""Sections of Premium jobs: even, in order, about 150 s and never planned over 180 s (section 8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.persian import has_persian_letter
from engine.service.section_plan import SECONDS_PER_CODE_POINT, planned_sections

SENTENCE = "مردم شهر از هوای سرد گله دارند. "
TEXTS = st.text(st.sampled_from("سلام \n.،؟\u064e\u200c😀ab"), max_size=200)


def seconds(section, pace=1.0):
    return len(section) * SECONDS_PER_CODE_POINT / pace


@pytest.mark.parametrize("pace", [0.75, 1.0, 1.25])
@pytest.mark.parametrize("length", [1, 1_000, 1_801, 3_000, 4_777, 6_000])
def test_sections_of_running_text_are_even_and_end_with_sentences(length, pace):
    text = (SENTENCE * 200)[:length]
    sections = planned_sections(text, pace)
    assert "".join(sections) == text
    assert max(seconds(section, pace) for section in sections) <= 180
    assert all(section.endswith(". ") for section in sections[:-1])
    if len(sections) > 1:
        lengths = [seconds(section, pace) for section in sections]
        assert max(lengths) - min(lengths) < 20
        assert min(lengths) >= 80


def test_a_text_under_the_ceiling_is_one_section():
    text = (SENTENCE * 100)[:1_800]
    assert planned_sections(text) == [text]


def test_a_section_ends_with_a_paragraph_where_one_is_near():
    paragraph = SENTENCE * 45 + "\n\n"
    sections = planned_sections(paragraph * 4)
    assert sections == [paragraph] * 4


@given(TEXTS, st.integers(1, 40), st.floats(0.75, 1.25))
def test_nothing_is_lost_and_every_section_can_be_spoken(part, times, pace):
    text = ("س" + part * times)[:6_000]
    sections = planned_sections(text, pace)
    assert "".join(sections) == text
    assert all(map(has_persian_letter, sections))


def test_a_section_without_a_persian_letter_joins_its_neighbour():
    text = "س " + "in English. " * 490
    assert planned_sections(text) == [text]
    assert len(planned_sections(text[:3_000] + SENTENCE * 80)) > 1
