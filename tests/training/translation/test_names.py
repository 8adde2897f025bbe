from pathlib import Path

import pytest

from engine.pinglish.name_table import KnownName, NameTable
from engine.text.name_key import key_of
from engine.translation.names import NameList
from training.translation import names
from training.translation.names import Listed, agreeing, known_names, mined_names, rare


def test_names_of_the_table_without_common_words_and_whole_where_it_has_them_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(names, "written", list)
    table = NameTable(
        [
            KnownName(("کالیمانتان",), ("Kalimantan",)),
            KnownName(("سان", "مارینو"), ("San", "Marino")),
            KnownName(("هورتنسیا",), ("Hortensia",), log_odds=-1.0),
            KnownName(("ال", "ان", "جی"), ("L", "N", "G")),
            KnownName(("الانجی",), ("LNG",)),
        ]
    )
    assert known_names(table) == {
        "کالیمانتان": "Kalimantan",
        "سان مارینو": "San Marino",
        "ال ان جی": "LNG",
        "الانجی": "LNG",
    }


def test_written_names_are_found_however_joined_and_the_table_has_the_last_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(names, "written", lambda: [("بخت‌النصر", "Nebuchadnezzar"), ("براون", "Braun")])
    assert known_names([KnownName(("براون",), ("Brown",))]) == {
        "بختالنصر": "Nebuchadnezzar",
        "بخت النصر": "Nebuchadnezzar",
        "براون": "Brown",
    }


def test_every_written_name_has_persian_and_english() -> None:
    assert len(names.written()) > 11_000
    for persian, english in names.written():
        assert "".join(map(key_of, persian.split()))
        assert english.isprintable()


def test_a_name_that_many_pairs_hold_is_left_to_the_model() -> None:
    assert rare({"تهران": Listed("Tehran", 30), "وان": Listed("Van", 29)}) == {"وان": "Van"}


def test_a_name_that_most_pairs_spell_otherwise_is_dropped() -> None:
    spelled = {"کیوتو": "Kyoto", "نوادا": "Nevada", "هلند": "Holland"}
    pairs = [
        ("او در کیوتو بود.", "He was in Kyoto."),
        ("از هلند آمد.", "She came from the Netherlands."),
        ("به هلند رفت.", "He went to Hollandia."),
        ("هلند بزرگ نیست.", "Holland is not big."),
    ]
    assert agreeing(spelled, pairs) == {
        "کیوتو": Listed("Kyoto", 1),
        "نوادا": Listed("Nevada", 0),
    }


def test_a_word_that_its_pairs_spell_alike_is_a_name() -> None:
    pairs = [
        ("او از وینچستر آمد.", "She came from Winchester."),
        ("در وینچستر باران بارید.", "It rained in Winchester."),
        ("آن را ریچموند فروخت.", "It was sold by Mr Richmond."),
        ("ریچموندی‌ها رفتند.", "The people of Richmond left."),
        ("اهل لندنی دیگر بود.", "He was of another London."),
        ("از باران گفت.", "She spoke of Baran."),
        ("در باران رفت.", "He left in the rain."),
        ("رز سرخ بود.", "So was Rose."),
    ]
    assert mined_names(pairs) == {"وینچستر": Listed("Winchester", 2), "ریچموند": Listed("Richmond", 1)}


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    NameList({"سان مارینو": "San Marino", "کیوتو": "Kyoto"}).save(tmp_path / "names.txt")
    found = NameList.load(tmp_path / "names.txt").find("سان مارینو و کیوتو")
    assert [name.english for name in found] == ["San Marino", "Kyoto"]
