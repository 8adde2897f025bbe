"""Sentences of long lines."""

from training.translation.parts import LONGEST, parts

MR = "Mr. J. Smith of the U.S. Senate said on Monday that the law would be brought in by the end of the year."
QUOTED = '"We have waited for this law for more than ten years," he said, "and nobody will stop it now."'
ASKED = "Who will pay for it, the farmers of the north or the cities, is what the other members asked again?"
PERSIAN = "باران شدید دیشب راه‌های روستا را بست و مردم تا صبح در خانه ماندند."


def test_long_lines_are_cut_after_whole_sentences_and_not_after_abbreviations() -> None:
    assert parts(f"{MR} {QUOTED}  {ASKED}") == [MR, QUOTED, ASKED]


def test_short_lines_stay_whole() -> None:
    two = f"{MR} He was right."
    assert len(two) <= LONGEST
    assert parts(two) == [two]


def test_persian_lines() -> None:
    assert parts(" ".join([PERSIAN] * 4)) == [PERSIAN] * 4


def test_nothing_is_lost() -> None:
    line = f"{MR} and so on... {QUOTED} Yes! Who? {ASKED} no end"
    assert "".join("".join(parts(line)).split()) == "".join(line.split())
