"""What the peers printed for these words, and the same in the project's scheme."""

from collections.abc import Mapping

import pytest

from benchmarks.reading.notation import (
    EPITRAN,
    ESPEAK_NG,
    GRUUT,
    PERSIAN_G2P,
    PERSIAN_PHONEMIZER,
    in_scheme,
)
from training.reading.score import phoneme_error_rate, tokens


@pytest.mark.parametrize(
    ("table", "printed", "wanted"),
    [
        (ESPEAK_NG, "q1ˈalb dˈolat dʒˈomʔeː nˈoːruz tʃˈeʃm ʒˈɑleː", "qalb dolat jom?e noruz CeSm ZAle"),
        (EPITRAN, "ɣlb d͡ʒmʔh t͡ʃʃm ʒɒlh، ɒn", "qlb jm?h CSm ZAlh An"),
        (EPITRAN, "پjdɒ rيʔjs", "pydA r?ys"),
        (PERSIAN_G2P, " C e S m  ZAle ،  h a ^ m A n ", "CeSm ZAle hamAn"),
        (PERSIAN_PHONEMIZER, "dʒomʔe tʃʰæʃm ʒɒːle kʰetʰɒːb-e men", "jom?e CaSm ZAle ketAb-e men"),
        (PERSIAN_PHONEMIZER, "dovlætʰ novɾuːz", "dowlat nowruz"),
        (GRUUT, "ɢælb-e̞ mæn d͡ʒomʔe̞ t͡ʃe̞ʃm moʃtæɾe̞k", "qalb-e man jom?e CeSm moStarek"),
    ],
)
def test_a_peers_output_in_the_scheme(table: Mapping[str, str], printed: str, wanted: str) -> None:
    assert tokens(in_scheme(printed, table)) == tokens(wanted)


def test_ov_is_a_diphthong_only_where_no_vowel_follows() -> None:
    assert in_scheme("dovom", PERSIAN_PHONEMIZER) == "dovom"
    assert in_scheme("dɒːneʃdʒuː-je dov-e", PERSIAN_PHONEMIZER) == "dAneSju-ye dov-e"


def test_an_ezafe_after_a_vowel_is_given_its_glide() -> None:
    said = in_scheme("mæsʔæle̞-e̞ mæn", GRUUT)
    assert said == "mas?ale-ye man"
    assert phoneme_error_rate([said], ["mas?ale-ye man"]) == 0
