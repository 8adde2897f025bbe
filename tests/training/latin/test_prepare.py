"""The table of English words whose spelling does not tell how they are said."""

import lzma
import sys
from pathlib import Path

import pytest

from training.latin import prepare

DICTIONARY = """\
'bout B AW1 T
can't K AE1 N T
said S EH1 D # a comment
said(2) S EY1 D
john's JH AA1 N Z
she'd SH IY1 D
shed SH EH1 D
moon M UW1 N
thumb TH AH1 M
video V IH1 D IY0 OW2
"""


def test_a_word_has_its_first_pronunciation_and_a_contraction_no_apostrophe() -> None:
    assert prepare.dictionary(DICTIONARY.splitlines()) == {
        "cant": ["K", "AE1", "N", "T"],
        "said": ["S", "EH1", "D"],
        "shed": ["SH", "EH1", "D"],
        "moon": ["M", "UW1", "N"],
        "thumb": ["TH", "AH1", "M"],
        "video": ["V", "IH1", "D", "IY0", "OW2"],
    }


def test_kept_are_frequent_words_that_the_rules_would_say_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cmudict.dict").write_text(DICTIONARY, encoding="utf-8")
    (tmp_path / "mono" / "en").mkdir(parents=True)
    text = b"Said moon, said moon!\nA thumb and a video. I can't. Can't I?\n"
    (tmp_path / "mono" / "en" / "modern.txt.xz").write_bytes(lzma.compress(text))
    monkeypatch.setattr(prepare, "FILE", tmp_path / "english.txt.xz")
    arguments = ["--data", str(tmp_path), "--dictionary", str(tmp_path / "cmudict.dict")]
    monkeypatch.setattr(sys, "argv", ["prepare", *arguments])
    prepare.main()
    assert lzma.decompress((tmp_path / "english.txt.xz").read_bytes()) == b"said sed\n"
    assert capsys.readouterr().out.startswith("1 words\ndistance from loan words: ")
