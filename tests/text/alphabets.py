"""Texts for property tests: real Persian, and everything that breaks programs that expect only that."""

from __future__ import annotations

from hypothesis import strategies as st

PERSIAN = "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیأؤئءةيك"
FOREIGN_LETTERS = "ٹڈڑںےہھۂۀێۆڵڕەۇٱٲټښځڤ"
MARKS = "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0653\u0654\u0655\u0670\u0301\u06e1"
INVISIBLE = "\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u2066\u2069\u00ad\ufeff\u0640\u200b"
SHAPED = "ﷲﷺﻻﺁﯾﯽﮐﻫﹰﱞ﷼"
SPACES = " \n\t\r\u00a0\u2028"
PUNCTUATION = "،؛؟.!?«»()[]…-–—:/\"'٪%٫٬"
DIGITS = "۰۱۲۳۴۵۶۷۸۹٠١٩0123456789"
EMOJI = ("🙂", "👨‍👩‍👧‍👦", "🇮🇷", "1️⃣", "👍🏽", "❤️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\ufe0f", "\u20e3")
ISLANDS = ("hello", "COVID-19", "www.example.com/a?b=c", "a.b@c.ir", "#tag", "@me_1", "$5", "10km", "Ünï")

words = st.text(PERSIAN, min_size=1, max_size=8)
ALL = PERSIAN + FOREIGN_LETTERS + MARKS + INVISIBLE + SHAPED + SPACES + PUNCTUATION + DIGITS
nasty = st.text(ALL, max_size=12)
pieces = st.one_of(words, nasty, st.sampled_from(EMOJI), st.sampled_from(ISLANDS), st.just(" "))
texts = st.lists(pieces, max_size=14).map("".join) | st.text(max_size=20)

LONG = {
    "letters": "ا" * 6000,
    "marks": "ب" + "\u064e" * 5999,
    "lone marks": "\u064e" * 6000,
    "non-joiners": "م\u200c" * 3000,
    "dots": "a." * 3000,
    "ats": "a@" * 3000,
    "digits": "1" * 6000,
    "slashed digits": "1/" * 3000,
    "dashed digits": "12-" * 2000,
    "grouped digits": "1,000 " * 1000,
    "flags": "🇮" * 6000,
    "family": "👨\u200d" * 3000,
    "urls": "http://a.ir/" * 500,
    "stops": "." * 6000,
    "short lines": "سلام.\n" * 1000,
    "initials": "د. " * 2000,
    "brackets": "(" * 3000 + ")" * 3000,
    "signs": "%" * 6000,
    "spaces": " " * 6000,
    "capitals": "X" * 6000,
    "vowels": "ea" * 3000,
    "minus": "-" * 6000,
    "hamza": "ا\u064e" * 2000 + "\u0654" * 2000,
}
"""Inputs of the contract's full length that make a careless pattern quadratic."""
