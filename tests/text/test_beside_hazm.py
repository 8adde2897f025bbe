"""Our sentences and words beside hazm's, on the sample page: hazm drops offsets and paragraphs, not cuts."""

from pathlib import Path

import pytest

from engine.text.sentences import sentences
from engine.text.words import WordKind, words

hazm = pytest.importorskip("hazm", reason="hazm has no release for this Python")

PAGE = (Path(__file__).parents[2] / "examples" / "sample.fa.txt").read_text(encoding="utf-8")
PARAGRAPHS = [paragraph for paragraph in PAGE.split("\n") if paragraph and "«" not in paragraph]


@pytest.mark.parametrize("paragraph", PARAGRAPHS, ids=range(len(PARAGRAPHS)))
def test_sentences_end_where_hazms_do(paragraph: str) -> None:
    ours = [paragraph[span.start : span.end] for span in sentences(paragraph)]
    assert ours == hazm.sent_tokenize(paragraph)


def test_persian_words_are_hazms_tokens() -> None:
    tokenizer = hazm.WordTokenizer(join_verb_parts=False)
    tokens = [token for token in tokenizer.tokenize(PAGE) if any(char.isalpha() for char in token)]
    ours = [word.text for word in words(PAGE) if word.kind == WordKind.PERSIAN]
    assert ours == [token for token in tokens if not token.isascii()]
