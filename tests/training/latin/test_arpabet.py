"""English phones as Persian speakers say them."""

import pytest

from training.latin.arpabet import persian_sounds


@pytest.mark.parametrize(
    ("word", "phones", "said"),
    [
        ("good", "G UH1 D", "gud"),
        ("house", "HH AW1 S", "hAvs"),
        ("thinking", "TH IH1 NG K IH0 NG", "tinking"),
        ("sport", "S P AO1 R T", "sport"),
        ("call", "K AO1 L", "kAl"),
        ("web", "W EH1 B", "veb"),
        ("quick", "K W IH1 K", "kuik"),
        ("network", "N EH1 T W ER2 K", "netvork"),
        ("word", "W ER1 D", "vord"),
        ("bird", "B ER1 D", "berd"),
        ("doctor", "D AA1 K T ER0", "dAktor"),
        ("standard", "S T AE1 N D ER0 D", "standArd"),
        ("digital", "D IH1 JH AH0 T AH0 L", "dijitAl"),
        ("station", "S T EY1 SH AH0 N", "steySen"),
        ("message", "M EH1 S AH0 JH", "mesej"),
        ("about", "AH0 B AW1 T", "abAvt"),
        ("computer", "K AH0 M P Y UW1 T ER0", "kAmpyuter"),
        ("support", "S AH0 P AO1 R T", "sAport"),
        ("rhythm", "R IH1 DH AH0 M", "ridem"),
        ("design", "D IH0 Z AY1 N", "dizAyn"),
        ("unknown", "AH0 N N OW1 N", "Annon"),
        ("example", "IH0 G Z AE1 M P AH0 L", "egzampel"),
        ("special", "S P EH1 SH AH0 L", "speSAl"),
        ("regular", "R EH1 G Y AH0 L ER0", "regyulAr"),
        ("news", "N UW1 Z", "niyuz"),
        ("award", "AH0 W AO1 R D", "avArd"),
        ("engine", "EH1 N JH AH0 N", "enjin"),
        ("freshman", "F R EH1 SH M AH0 N", "freSman"),
        ("being", "B IY1 IH0 NG", "biing"),
        ("market", "M AA1 R K IH0 T", "mArket"),
    ],
)
def test_sounds_follow_the_phones_and_reduced_vowels_the_spelling(word: str, phones: str, said: str) -> None:
    assert persian_sounds(word, phones.split()) == said
