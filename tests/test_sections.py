"""Long texts become requests in order, each with a key that a repeated run derives again."""

import pytest

from engine.sections import plan

PARAGRAPH = "مردم شهر از هوای سرد گله دارند. باران دیشب همه را خوشحال کرد. " * 40


def test_short_text_is_one_request_with_the_callers_key() -> None:
    (section,) = plan("سلام", "diacritize", {}, key="my-own-key")
    assert (section.text, section.key) == ("سلام", "my-own-key")
    assert plan("سلام", "diacritize", {})[0].key is None


def test_long_text_is_cut_at_the_limit_and_joins_back() -> None:
    text = "\n\n".join([PARAGRAPH.strip()] * 6)
    sections = plan(text, "diacritize", {})
    assert "".join(section.text for section in sections) == text
    assert all(0 < len(section.text) <= 6000 for section in sections)
    assert len({section.key for section in sections}) == len(sections) > 2
    assert all(section.key is not None and 8 <= len(section.key) <= 128 for section in sections)


def test_keys_are_stable_and_follow_text_options_and_operation() -> None:
    text = PARAGRAPH * 4
    keys = [section.key for section in plan(text, "pinglish", {"style": "readable"})]
    assert keys == [section.key for section in plan(text, "pinglish", {"style": "readable"})]
    others = (
        plan(text, "pinglish", {"style": "systematic"}),
        plan(text, "diacritize", {"style": "readable"}),
        plan(text + "!", "pinglish", {"style": "readable"}),
        plan(text, "pinglish", {"style": "readable"}, key="my-own-key"),
    )
    for other in others:
        assert not set(keys) & {section.key for section in other}


def test_keys_follow_the_engine_unless_the_caller_gave_one() -> None:
    def keys(**given: str | None) -> list[str | None]:
        return [section.key for section in plan(PARAGRAPH * 4, "diacritize", {}, **given)]

    assert keys(version="1+weights") == keys(version="1+weights")
    assert len({*keys(), *keys(version="1+weights"), *keys(version="1+weights+lexicon")}) == 3 * len(keys())
    assert keys(key="my-own-key", version="1+weights") == keys(key="my-own-key")


@pytest.mark.parametrize("limit", [1, 7, 100])
def test_sections_never_begin_with_a_combining_mark(limit: int) -> None:
    text = "مَرْدُمِ شَهْر " * 30
    sections = plan(text, "diacritize", {}, limit=limit)
    assert "".join(section.text for section in sections) == text
    if limit > 2:
        assert not any(section.text[0] in "َُِْ" for section in sections)


def test_a_section_without_persian_is_known() -> None:
    sections = plan(
        PARAGRAPH * 2 + "\n\n" + "plain English words. " * 290 + "\n\n" + PARAGRAPH * 2, "translate", {}
    )
    assert {section.persian for section in sections} == {True, False}
