"""The sentences of long lines of English or Persian prose, for sheets of sentences to translate.

Where it is in doubt whether a sentence ends, it goes on: two sentences in one do less harm than half a one.
The rules may not change any more, since translations are found again by the digest of their sentence; hence
they are not those of `engine.text.sentences`, which do.
"""

import re

LONGEST = 220
"""Code points of a line that is taken whole."""
_END = re.compile(r"(?<=[.!?؟])[\"”’»)]*\s+(?=[\"“‘«(]?[A-Zء-ی])")
_GOES_ON = re.compile(
    r"(?:\b(?:[A-Z]|[a-z]|Mr|Mrs|Ms|Dr|St|Sen|Rep|Gov|Gen|Lt|Col|Sgt|Capt|Adm|Prof|Rev|Hon|Jr|Sr|No|Nos|vs|v|cf"
    r"|Inc|Ltd|Co|Corp|Bros|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|Mt|Ft|Fig|Vol|pp|ed|eds|approx)"
    r"|\.)\.\Z"
)
"""Initials, titles and other abbreviations before which the end of a text is none of a sentence."""


def parts(line: str) -> list[str]:
    """A line of up to `LONGEST` code points whole; of a longer one the sentences with their closing marks."""
    if len(line) <= LONGEST:
        return [line]
    found = []
    first = 0
    for end in _END.finditer(line):
        sentence = line[first : end.end()].rstrip()
        if not _GOES_ON.search(sentence.rstrip('"”’»)')):
            found.append(sentence)
            first = end.end()
    return [*found, line[first:].rstrip()]
