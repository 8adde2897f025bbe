"""Other romanisers, each in a process of its own, so that none of them is a dependency."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PROGRAM: Final = """
import json, sys, time
from importlib.metadata import version
lines = json.load(sys.stdin)
{load}
started = time.perf_counter()
found = [{call} for line in lines]
json.dump([version("{name}"), found, time.perf_counter() - started], sys.stdout)
"""

# name, how it is loaded, how a line is romanised
PYTHON_PEERS: Final = (
    ("uroman", "from uroman import Uroman; peer = Uroman()", "peer.romanize_string(line, lcode='fas')"),
    ("epitran", "from epitran import Epitran; peer = Epitran('fas-Arab')", "peer.transliterate(line)"),
    ("Unidecode", "from unidecode import unidecode", "unidecode(line)"),
    ("anyascii", "from anyascii import anyascii", "anyascii(line)"),
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
    version: str
    lines: list[str]
    seconds: float


def peers(lines: Sequence[str], python: Path) -> dict[str, Romanised | None]:
    """The results by name; None for a peer that is not there.

    Args:
        lines: Persian sentences.
        python: an interpreter that has the peers of `peers.txt`.
    """
    found = {name: _in_python(name, load, call, lines, python) for name, load, call in PYTHON_PEERS}
    return found | {f"ICU {transform}": _in_icu(transform, lines) for transform in ICU_TRANSFORMS}


def _in_python(name: str, load: str, call: str, lines: Sequence[str], python: Path) -> Romanised | None:
    program = _PROGRAM.format(load=load, call=call, name=name)
    done = subprocess.run(
        [str(python), "-c", program], input=json.dumps(list(lines)), capture_output=True, text=True
    )
    if "ModuleNotFoundError" in done.stderr:
        return None
    if done.returncode:
        raise RuntimeError(f"{name} failed: {done.stderr}")
    version, romanised, seconds = json.loads(done.stdout)
    if name == "epitran":
        romanised = [_IPA.sub(lambda sound: IPA_LETTERS[sound.group()], line) for line in romanised]
    return Romanised(name, version, romanised, seconds)


def _in_icu(transform: str, lines: Sequence[str]) -> Romanised | None:
    if shutil.which("uconv") is None:
        return None
    version = subprocess.run(["uconv", "--version"], capture_output=True, text=True, check=True).stdout
    started = time.perf_counter()
    done = subprocess.run(
        ["uconv", "-x", transform], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    seconds = time.perf_counter() - started
    return Romanised(f"ICU {transform}", version.split()[-1], done.stdout.split("\n"), seconds)
