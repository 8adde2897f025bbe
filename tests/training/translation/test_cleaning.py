import pytest

from training.translation.cleaning import LONGEST, Overlap, fault, key


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        ("هوا امروز خوب است.", "The weather is fine today.", None),
        ("", "Something", "empty"),
        ("Settings", "settings", "copied"),
        ("کتاب " * LONGEST, "book " * 80, "long"),
        ("hello world and more", "Hello world, and more of it", "source script"),
        ("use the git push command را", "use git push", "source script"),
        ("هوا امروز خوب است.", "هوا is fine today.", "target script"),
        ("هوا امروز خوب است.", "12.", "target script"),
        ("هوا امروز در همه جای کشور خوب است.", "Fine.", "length ratio"),
        ("در سال 1402 آمد.", "He came in 2023.", "numbers"),
    ],
)
def test_pairs_are_dropped_for_a_named_reason(source: str, target: str, reason: str | None) -> None:
    assert fault(source, target) == reason


def test_hand_made_pairs_may_convert_numbers_and_hold_much_latin() -> None:
    assert fault("در سال 1402 آمد.", "He came in 2023.", trusted=True) is None
    assert fault("use git push را", "use git push now", trusted=True) is None


def test_texts_that_differ_in_case_and_punctuation_are_equal() -> None:
    assert key("Hello, World!") == key("hello world")


def test_held_out_sentences_and_near_copies_of_them_are_found() -> None:
    held_out = Overlap(["The new device can sort cells by their type quickly.", "Yes!"])
    assert "the new device can sort cells by their type quickly" in held_out
    assert "Today the new device can sort cells by their type." in held_out
    assert "yes" in held_out
    assert "The new car can be sorted by its type and colour." not in held_out
    assert "Yes, of course." not in held_out
