from engine.reading.labels import LABELS
from training.reading.pairing import WordTarget, pair, phoneme_words, read_word


def sound(target: WordTarget) -> str | None:
    return None if target.labels is None else "".join(LABELS[i].sound for i in target.labels)


def test_transcriptions_are_split_into_words_without_punctuation() -> None:
    assert phoneme_words('mardom-e "Sahr", (?) gele dArand.') == ["mardom-e", "Sahr", "gele", "dArand"]


def test_words_pair_one_to_one() -> None:
    targets = pair(["مردم", "شهر"], ["mardom-e", "Sahr"])
    assert [(sound(t), t.ezafe) for t in targets] == [("mardom", 1), ("Sahr", 0)]


def test_the_written_ye_of_an_ezafe_sounds_like_ye_anyway() -> None:
    assert sound(read_word("هوای", "havA-ye")) == sound(read_word("هوای", "havAy")) == "havAy"
    assert sound(read_word("کشتی", "keSti-ye")) == "keSti"


def test_words_written_apart_or_joined_find_their_phonemes() -> None:
    targets = pair(["آب", "ها", "درحالیکه", "رفت"], ["AbhA", "dar", "hAli", "ke", "raft"])
    assert [sound(t) for t in targets] == ["Ab", "hA", "darhAlike", "raft"]


def test_numbers_take_the_words_that_read_them() -> None:
    targets = pair(["سال", "", "رفت"], ["sAl-e", "hezAr", "o", "sisad", "raft"])
    assert [(sound(t), t.ezafe) for t in targets] == [("sAl", 1), (None, -1), ("raft", 0)]


def test_a_word_that_fits_nothing_is_unknown_and_the_others_stay() -> None:
    targets = pair(["کتاب", "خوب", "است"], ["ketAb-e", "zibA", "ast"])
    assert [sound(t) for t in targets] == ["ketAb", None, "ast"]
