"""One peer over many sentences, in any Python that has it: `python worker.py PEER < sentences.json`.

Imports nothing of the project, so that a peer's dependencies never meet ours. Reads a JSON list of
sentences; prints JSON: the peer's `version`, its `outputs` (null where it raised an exception) and the
`seconds` of each, after a few unmeasured calls. What a peer says of ezafe is set off by a hyphen; the rest is
as the peer writes it. Exit status 3, with the reason on standard error: the peer is not installed.
"""

from __future__ import annotations

import ctypes
import functools
import json
import sys
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any

ABSENT = 3
WARM_UP = 3  # sentences


def espeak_ng() -> tuple[str, Callable[[str], str]]:
    """The shared library behind `espeak-ng -q -v fa --ipa`, without the start of a process."""
    library = ctypes.CDLL("libespeak-ng.so.1")
    library.espeak_Info.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    synchronous, utf8, ipa = 2, 1, 2
    if library.espeak_Initialize(synchronous, 0, None, 0) < 0 or library.espeak_SetVoiceByName(b"fa"):
        raise OSError("libespeak-ng has no Persian voice")

    def say(sentence: str) -> str:
        rest = ctypes.c_char_p(sentence.encode())
        clauses = []
        while rest.value is not None:
            clauses.append(library.espeak_TextToPhonemes(ctypes.byref(rest), utf8, ipa).decode())
        return " ".join(clauses)

    return library.espeak_Info(None).decode(), say


def epitran() -> tuple[str, Callable[[str], str]]:
    from epitran import Epitran

    return metadata.version("epitran"), Epitran("fas-Arab").transliterate


def persian_g2p() -> tuple[str, Callable[[str], str]]:
    """With its large dictionary. It builds a hazm normaliser in each call (1.7 s): here one is kept."""
    import hazm

    hazm.Normalizer = functools.cache(hazm.Normalizer)
    from PersianG2p import Persian_g2p_converter

    convert = Persian_g2p_converter(use_large=True)
    return metadata.version("PersianG2p"), lambda sentence: convert(sentence)


def persian_phonemizer() -> tuple[str, Callable[[str], str]]:
    """Its own rule appends the ezafe to the word before; the hyphen only shows what that rule did."""
    import torch
    from persian_phonemizer import Phonemizer

    class Hyphened(Phonemizer):  # type: ignore[misc]
        def post_process(self, doc: Any, idx: int, phonemized_list: list[str]) -> None:
            before = list(phonemized_list)
            super().post_process(doc, idx, phonemized_list)
            if idx and len(phonemized_list[idx - 1]) > len(before[idx - 1]):
                stem = before[idx - 1]
                phonemized_list[idx - 1] = f"{stem}-{phonemized_list[idx - 1][len(stem) :]}"

    torch.set_num_threads(1)
    return metadata.version("persian_phonemizer"), Hyphened().phonemize


def persian_phonemizer_marks() -> tuple[str, Callable[[str], str]]:
    """The same package as a diacritizer."""
    from persian_phonemizer import Phonemizer

    return metadata.version("persian_phonemizer"), Phonemizer(output_format="eraab").phonemize


def gruut() -> tuple[str, Callable[[str], str]]:
    """It appends an e to each word that its tagger tags Ne, a noun with ezafe.

    It appends to its lexicon's own list, so that the word's next use would carry one more: taken out again.
    """
    from gruut import sentences

    def word(phonemes: list[str], tag: str | None) -> str:
        if tag == "Ne" and phonemes:
            ezafe = phonemes.pop()
            return "".join(phonemes) + "-" + ezafe
        return "".join(phonemes)

    def say(sentence: str) -> str:
        words = (w for part in sentences(sentence, lang="fa") for w in part)
        return " ".join(word(w.phonemes or [], w.pos) for w in words)

    return metadata.version("gruut"), say


PEERS = {
    maker.__name__: maker
    for maker in (espeak_ng, epitran, persian_g2p, persian_phonemizer, persian_phonemizer_marks, gruut)
}


def run(peer: str, sentences: list[str]) -> dict[str, Any]:
    """Version, outputs and seconds of one peer."""
    version, say = PEERS[peer]()
    outputs: list[str | None] = []
    seconds = []
    for sentence in [*sentences[:WARM_UP], *sentences]:
        started = time.perf_counter()
        try:
            outputs.append(say(sentence))
        except Exception:  # whatever a peer raises for a sentence is its answer to it
            outputs.append(None)
        seconds.append(time.perf_counter() - started)
    skip = len(outputs) - len(sentences)
    return {"version": version, "outputs": outputs[skip:], "seconds": seconds[skip:]}


def main() -> None:
    try:
        answer = run(sys.argv[1], json.load(sys.stdin))
    except (ImportError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(ABSENT)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
