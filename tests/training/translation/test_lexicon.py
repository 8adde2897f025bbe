from training.translation.lexicon import written


def test_words_in_lower_case_that_are_written_twice() -> None:
    lines = [
        "The giraffe slept, and the keeper saw a giraffe.",
        "A well-fed giraffe isn't rare; fed, it slept.",
        "“slept” Keeper’s keeper x2 okapi",
    ]
    assert written(lines) == {"giraffe", "slept", "keeper"}
    assert written([*lines, "fed okapi a the"]) == {"giraffe", "slept", "keeper", "fed", "okapi", "a", "the"}


def test_what_follows_a_hyphen_or_an_apostrophe_is_no_word_of_its_own() -> None:
    assert written(["he's well-known, they're well-known"] * 2) == {"he", "well", "they"}


def test_letters_with_accents_are_letters() -> None:
    assert written(["a café, naïve", "the naïve café's"] * 2) == {"a", "the", "café", "naïve"}
