"""How English letters sound, as ordered rules, and how sounds are written in Persian letters.

The sounds are those of Persian ears: English short vowels as loan words have them, w as v, th as t. A rule is
a pattern for the letters where they stand and the phonemes said for them, in the scheme of the readings;
of the rules for a letter the first that fits wins. A pattern without phonemes shares those of the next one;
one that ends in a space is silent.
"""

from __future__ import annotations

import re
from typing import Final

_C: Final = "[bcdfghjklmnpqrstvxz]"
_MAGIC_E: Final = f"(?={_C}e(?:s|d|ly)?\\b)"

_SPELLINGS: Final = f"""
a(?=tion) ey|air er|ai|ay ey|augh|au|aw o|are\\b er|al(?=k) A|all\\b Al|arr ar|ar Ar
a\\b A|a{_MAGIC_E} ey|a(?={_C}[iu]) A|a a
bb b|mb\\b m|b b
ch(?=[rln]) k|ch C|ck k|cc(?=[eiy]) ks|cc k|c(?=[eiy]) s|cia SA|c k
dge\\b j|dg j|dd d|d d
eau o|ear(?=[bcdfghjklmnpqrstvxz]) er|ee|ea(?!d\\b) i|ead\\b ed|ei|ey(?!\\b) ey|ey\\b i|eu|ew yu|er er
e=(?<=[td])ed\\b ed|(?<=[a-z][a-z])ed\\b d
e=(?<=[sxzh])es\\b ez|(?<=[a-z][a-z])es\\b s|(?<=[a-z][a-z])e\\b |e\\b i|e{_MAGIC_E} i|e e
ff f|f f
gh\\b |ght t|gh g|gg g|ge\\b j|g(?=[eiy]) j|\\bgn n|gn\\b n|gu(?=[ei]) g|g g
(?<=[aeiou])h(?![aeiou]) |h h
igh Ay|ind\\b Aynd|ie i|ious yus|ia iA|io io|ir(?![aeiou]) er|i{_MAGIC_E} Ay|i i
j j
\\bkn n|kk k|k k
ll l|l l
mm m|m m
nn n|n n
oo u|ough o|our or|oe\\b o|ou Av|oa o|oi|oy oy|ow\\b o|ow Av|or or|o\\b o
o(?=x) A|o{_MAGIC_E} o|o(?={_C}[aeiouy]) o|o(?=ld\\b|st\\b) o|o A
\\bps s|ph f|pp p|p p
que\\b k|qu ku|q k
rr r|\\brh r|r r
ssion Sen|sion Zen|sch|sh S|ss s|(?<=[aeiou])s(?=[aeiou]) z|sc(?=[eiy]) s|s s
tion Sen|tch C|ture\\b Cer|th t|tt t|t t
ue\\b u|ui u|ur(?![aeiou]) er|\\bu(?={_C}[aeiou]) yu|u{_MAGIC_E} yu|u(?={_C}[aeiouy]) u|u A
v v
\\bwr r|wh v|w v
\\bx z|x ks
y=\\by(?=[aeiou]) y|(?<=\\b[bcdfghjklmnpqrstvwxz])y\\b Ay|(?<=\\b[a-z][rlhk])y\\b Ay
y{_MAGIC_E} Ay|y(?=[aeiou]) y|y i
zz z|z z
"""


def _rules() -> dict[str, list[tuple[re.Pattern[str], str]]]:
    """The rules by the first letter they take: that of a row's last rule, or the one before its = sign."""
    rules: dict[str, list[tuple[re.Pattern[str], str]]] = {}
    for line in _SPELLINGS.strip().splitlines():
        named, row = line.split("=", 1) if line[1] == "=" else ("", line)
        cells = re.split(r"\|(?![^(]*\))", row)
        letter = named or cells[-1][0]
        said = ""
        compiled: list[tuple[re.Pattern[str], str]] = []
        for cell in reversed(cells):  # a cell without sounds shares those of the next one
            pattern, space, sounds = cell.partition(" ")
            said = sounds if space else said
            compiled.append((re.compile(pattern), said))
        rules.setdefault(letter, []).extend(reversed(compiled))
    return rules


SPELLING_RULES: Final = _rules()

VOWELS: Final = "aeoAiu"
CLUSTER_AFTER_S: Final = "ptkmnlfv"
CONSONANT_LETTERS: Final = {
    "b": "ب", "p": "پ", "t": "ت", "s": "س", "j": "ج", "C": "چ", "h": "ه", "x": "خ", "d": "د", "z": "ز",
    "r": "ر", "Z": "ژ",
    "S": "ش", "q": "ق", "f": "ف", "k": "ک", "g": "گ", "l": "ل", "m": "م", "n": "ن", "v": "و", "y": "ی",
}  # fmt: skip
FIRST_VOWELS: Final = {"a": "اَ", "e": "اِ", "o": "اُ", "A": "آ", "i": "ای", "u": "او"}
INNER_VOWELS: Final = {"a": "\u064e", "e": "\u0650", "o": "\u064f", "A": "ا", "i": "ی", "u": "و"}
LAST_VOWELS: Final = INNER_VOWELS | {"a": "ا", "e": "\u0650ه", "o": "\u064fو"}
