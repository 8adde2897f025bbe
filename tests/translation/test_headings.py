"""Headings, which have no full stop, under a decoder that puts one behind everything it writes."""

from collections.abc import Iterator, Sequence

import pytest

from engine.translation.decoder import Candidate, Progress
from engine.translation.translator import Translator

ENGLISH = {
    "عنوان خبر": "News title.",
    "«عنوان» خبر": '"Title" of the news.',
    "عنوان «خبر»": 'Title of the "news".',
    "خبر خوب بود.": "The news was good.",
    "سفر به آمریکا": "A trip to the U.S.",
}


class Known:
    """A decoder of a few sentences."""

    attempts = 1

    def decode(
        self, sentences: Sequence[str], attempt: int, progress: Progress | None = None
    ) -> Iterator[tuple[str, Candidate]]:
        for sentence in sentences:
            yield sentence, Candidate(ENGLISH[sentence], -0.1, ())


@pytest.mark.parametrize(
    ("heading", "english"),
    [
        ("عنوان خبر", "News title"),
        ("**عنوان خبر**", "**News title**"),
        ("*عنوان خبر*", "*News title*"),
        ("# __عنوان خبر__", "# __News title__"),
        ("- ~~عنوان خبر~~", "- ~~News title~~"),
        ("*عنوان* خبر", "*Title* of the news"),
        ("عنوان **خبر**", "Title of the **news**"),
        ("**سفر به آمریکا**", "**A trip to the U.S.**"),
        ("**خبر خوب بود.**", "**The news was good.**"),
        ("**عنوان خبر**\n\nخبر خوب بود.", "**News title**\n\nThe news was good."),
    ],
)
def test_an_emphasised_heading_gains_no_full_stop(heading: str, english: str) -> None:
    assert Translator(decoder=Known()).translate(heading) == english
