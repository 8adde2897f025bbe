"""Other romanisers, each in a process of its own, so that none of them is a dependency.

The Python ones run under an interpreter that has them: `python -m venv PEERS`, then
`PEERS/bin/pip install uroman epitran unidecode anyascii`. ICU's transliterators run as Debian's `uconv`
(package icu-devtools). A peer that is not there is named as absent.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PROGRAM: Final = """
import json, sys, time
lines = json.load(sys.stdin)
{load}
started = time.perf_counter()
found = [{call} for line in lines]
json.dump([found, time.perf_counter() - started], sys.stdout)
"""

# name, how it is loaded, how a line is romanised
PYTHON_PEERS: Final = (
    ("uroman", "from uroman import Uroman; peer = Uroman()", "peer.romanize_string(line, lcode='fas')"),
    ("epitran", "from epitran import Epitran; peer = Epitran('fas-Arab')", "peer.transliterate(line)"),
    ("Unidecode", "from unidecode import unidecode", "unidecode(line)"),
    ("AnyAscii", "from anyascii import anyascii", "anyascii(line)"),
)
ICU_TRANSFORMS: Final = ("Any-Latin", "fa-fa_Latn/BGN")

IPA_LETTERS: Final = {
    "t͡ʃ": "ch", "tʃ": "ch", "d͡ʒ": "j", "dʒ": "j", "ʃ": "sh", "ʒ": "zh", "x": "kh", "χ": "kh", "ɣ": "gh",
    "ɢ": "gh", "ʁ": "gh", "ɒ": "a", "ɑ": "a", "æ": "a", "ʔ": "'", "ː": "", "ɾ": "r", "ɡ": "g", "j": "y",
    "kh": "k-h", "ɡh": "g-h", "ph": "p-h",
}  # fmt: skip
"""Epitran writes IPA: its sounds in the letters people type, a k and an h kept apart."""

_IPA: Final = re.compile("|".join(sorted(IPA_LETTERS, key=len, reverse=True)))


@dataclass(frozen=True)
class Romanised:
    """What a romaniser made of the lines; `seconds` for all of them, loading left out (ICU: included)."""

    name: str
    lines: list[str]
    seconds: float


def peers(lines: Sequence[str], python: Path) -> tuple[list[Romanised], list[str]]:
    """The results of all peers that are there, and the names of the others."""
    runs: list[tuple[str, Callable[[], Romanised | None]]] = [
        (name, lambda name=name, load=load, call=call: _in_python(name, load, call, lines, python))
        for name, load, call in PYTHON_PEERS
    ]
    runs += [
        (f"ICU {transform}", lambda name=transform: _in_icu(name, lines)) for transform in ICU_TRANSFORMS
    ]
    found = [(name, run()) for name, run in runs]
    return [one for _, one in found if one], [name for name, one in found if one is None]


def _in_python(name: str, load: str, call: str, lines: Sequence[str], python: Path) -> Romanised | None:
    program = _PROGRAM.format(load=load, call=call)
    done = subprocess.run(
        [str(python), "-c", program], input=json.dumps(list(lines)), capture_output=True, text=True
    )
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr:
            return None
        raise RuntimeError(f"{name} failed: {done.stderr}")
    romanised, seconds = json.loads(done.stdout)
    if name == "epitran":
        romanised = [_IPA.sub(lambda sound: IPA_LETTERS[sound.group()], line) for line in romanised]
    return Romanised(name, romanised, seconds)


def _in_icu(transform: str, lines: Sequence[str]) -> Romanised | None:
    if shutil.which("uconv") is None:
        return None
    started = time.perf_counter()
    done = subprocess.run(
        ["uconv", "-x", transform], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    return Romanised(f"ICU {transform}", done.stdout.split("\n"), time.perf_counter() - started)
