"""Reads a director's notes: plain directions in Persian or English, by a table."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.speech.delivery import Manner
from engine.text.normalize import normalize


@dataclass(frozen=True)
class Direction:
    """Words that call for a manner."""

    words: tuple[str, ...]
    manner: Manner


def _direction(english: str, persian: str, manner: Manner) -> Direction:
    return Direction((*english.split("|"), *persian.split("|")), manner)


TITLE = _direction(
    "pause after the title|pause after title|after the title pause",
    "مکث بعد از عنوان|بعد از عنوان مکث|پس از عنوان مکث|مکث پس از عنوان",
    Manner(title_pause=1.0),
)
DIRECTIONS = (
    _direction(
        "slower|slow down|slowly|slow",
        "آهسته‌تر|آهسته تر|آهسته|کندتر|یواش‌تر|یواش|شمرده",
        Manner(tempo=0.88, pauses=1.15),
    ),
    _direction(
        "faster|quicker|speed up|fast|quickly",
        "تندتر|تند|سریع‌تر|سریع تر|سریع",
        Manner(tempo=1.12, pauses=0.9),
    ),
    _direction(
        "whisper|whispering|whispered",
        "زمزمه|نجوا|پچ‌پچ|درگوشی",
        Manner(whisper=True, tempo=0.94),
    ),
    _direction(
        "cheerful|cheerfully|happy|happily|joyful",
        "شاد|شادمان|خوشحال|بشاش|سرحال",
        Manner(pitch=1.06, span=1.35, tempo=1.05, energy=0.15, brightness=2),
    ),
    _direction(
        "sad|sadly|sorrowful|mournful",
        "غمگین|اندوهگین|غمناک|محزون",
        Manner(pitch=0.95, span=0.65, tempo=0.9, energy=-0.2, pauses=1.2, brightness=-3),
    ),
    _direction(
        "calm|calmly|relaxed|soothing|gentle|gently",
        "آرام‌تر|آرام|ملایم",
        Manner(span=0.75, tempo=0.93, energy=-0.15, pauses=1.2),
    ),
    _direction(
        "excited|energetic|lively|enthusiastic",
        "هیجان‌زده|هیجان زده|پرهیجان|هیجان|پرانرژی|پرشور",
        Manner(pitch=1.07, span=1.5, tempo=1.07, energy=0.25, contrast=1.2),
    ),
    _direction(
        "serious|seriously|formal|solemn", "جدی|رسمی", Manner(pitch=0.97, span=0.8, tempo=0.97, pauses=1.1)
    ),
    _direction(
        "angry|angrily", "عصبانی|خشمگین", Manner(pitch=1.05, span=1.3, tempo=1.06, energy=0.35, brightness=4)
    ),
    _direction("warm|warmly|friendly", "گرم|صمیمی|دوستانه", Manner(span=1.1, tempo=0.97, brightness=-4)),
    _direction("deeper|lower voice|lower pitch|deep", "بم‌تر|بم تر|بم", Manner(pitch=0.9)),
    _direction("higher voice|higher pitch|higher", "زیرتر|نازک‌تر", Manner(pitch=1.1)),
    _direction("monotone|flat", "یکنواخت", Manner(span=0.4)),
    TITLE,
    _direction(
        "longer pauses|more pauses|pause more", "مکث بیشتر|مکث‌های بلندتر|مکث طولانی", Manner(pauses=1.5)
    ),
    _direction("shorter pauses|fewer pauses", "مکث کمتر|مکث‌های کوتاه‌تر|مکث کوتاه", Manner(pauses=0.6)),
    _direction("clearly|clear|articulate", "واضح|شفاف", Manner(tempo=0.94, contrast=1.15)),
)

_SLIGHTLY = re.compile(r"(?<!\w)(slightly|a little|a bit|کمی|اندکی|یک کم|یه کم)(?!\w)")
_REFUSALS = (
    "not|no|non|nor|neither|never|hardly|without|avoid|avoiding|stop|refrain|less|cannot",
    r"rather than|instead of|too(?= \S)|\w+n['’ʼ´`‘]t",
    "(?:do|does|did|is|are|was|were|should|must|would|could|ca|wo)nt",
    "نه|بدون|بی|غیر|نا|هرگز|هیچ|مبادا|کم|کمتر|کم‌تر|زیادی|بیش از حد|به جای|به‌جای|بجای",
    "ب?پرهیز(?:ید|ین|د)?|خودداری|اجتناب",
    "ن(?:می|یست|بود|داشته)[^ ]*",
    "ن(?:کن|شو|شه|باش|خوان|خون|خند|د|ده|گو|گوی|زن|رو|گذار|گیر|ساز|دار|یاور|خواه|کرد|شد)"
    "(?:ی|د|ه|ید|ین|یم|م|ند|ن)?",
)  # the last two: forms of a negated verb
_REFUSED = re.compile(rf"(?<!\w)(?:{'|'.join(_REFUSALS)})(?!\w)")
_TITLE_WORDS = re.compile(rf"(?<!\w)(?:{'|'.join(TITLE.words)})(?!\w)")
_JOINED = re.compile(r"( and | و )")

_BY_LENGTH = sorted(
    ((word, one) for one in DIRECTIONS for word in one.words), key=lambda pair: len(pair[0]), reverse=True
)


@dataclass(frozen=True)
class Notes:
    """What was made of the notes.

    Attributes:
        manner: All understood directions together.
        understood, ignored: The notes' clauses, each in one of the two.
    """

    manner: Manner
    understood: tuple[str, ...]
    ignored: tuple[str, ...]


def read_notes(notes: str | None) -> Notes:
    """Read directions clause by clause.

    A clause that says what not to do, or what to do less, is passed over like the unknown: what its writer
    wants instead is not said.
    """
    manner = Manner()
    understood: list[str] = []
    ignored: list[str] = []
    for clause in _clauses(notes or ""):
        found = [] if _refused(clause) else _directions(clause)[0]
        for direction in found:
            manner = manner.with_(_halved(direction.manner) if _SLIGHTLY.search(clause) else direction.manner)
        (understood if found else ignored).append(clause)
    return Notes(_bounded(manner), tuple(understood), tuple(ignored))


def past_the_title(notes: str | None) -> str | None:
    """The notes for a further part of a text whose first part holds the title.

    All that they ask but the pause after the title; None where they ask for nothing else.
    """
    if not read_notes(notes).manner.title_pause:
        return notes
    clauses = _clauses(notes or "")
    kept = [clause if _refused(clause) else _TITLE_WORDS.sub(" ", clause).strip() for clause in clauses]
    return ",".join(filter(None, kept)) or None


def _clauses(notes: str) -> list[str]:
    plain = normalize(notes.lower()).text
    return [
        clause.strip()
        for sentence in re.split(r"[.,;:!?،؛؟\n]", plain)
        for clause in _parted(sentence)
        if clause.strip()
    ]


def _parted(sentence: str) -> list[str]:
    """A sentence cut at its conjunctions, but for a mere direction that shares its neighbour's refusal.

    English negates before (`don't be slow and sad`), Persian after (`زمزمه و نجوا نکنید`).
    """
    first, *others = _JOINED.split(sentence)
    clauses = [first]
    for conjunction, clause in zip(others[::2], others[1::2], strict=True):
        refusing, shared = (clauses[-1], clause) if conjunction == " and " else (clause, clauses[-1])
        if _refused(refusing) and _mere(shared):
            clauses[-1] += conjunction + clause
        else:
            clauses.append(clause)
    return clauses


def _refused(clause: str) -> bool:
    """Whether the clause negates or lessens; within a direction (`مکث کمتر`) that is the direction itself."""
    return _REFUSED.search(_directions(clause)[1]) is not None


def _mere(clause: str) -> bool:
    """Whether the clause is a direction and nothing else."""
    found, rest = _directions(clause)
    return bool(found) and not re.search(r"\w", rest)


def _directions(clause: str) -> tuple[list[Direction], str]:
    """Directions whose words stand in the clause, longest words first, none within another; and the rest."""
    found: list[Direction] = []
    for word, direction in _BY_LENGTH:
        taken = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "\0", clause)
        if taken != clause:
            clause = taken
            if direction not in found:
                found.append(direction)
    return found, _SLIGHTLY.sub("\0", clause)


def _halved(manner: Manner) -> Manner:
    """Half as much of everything."""
    return Manner(
        tempo=manner.tempo**0.5, pitch=manner.pitch**0.5, span=manner.span**0.5, energy=manner.energy / 2,
        contrast=manner.contrast**0.5, pauses=manner.pauses**0.5, brightness=manner.brightness / 2,
        title_pause=manner.title_pause / 2, whisper=manner.whisper,
    )  # fmt: skip


def _bounded(manner: Manner) -> Manner:
    """However many directions add up, a voice stays a voice."""
    return Manner(
        tempo=min(max(manner.tempo, 0.7), 1.4), pitch=min(max(manner.pitch, 0.8), 1.25),
        span=min(max(manner.span, 0.3), 2.0), energy=min(max(manner.energy, -0.5), 0.5),
        contrast=min(max(manner.contrast, 0.6), 1.5), pauses=min(max(manner.pauses, 0.4), 2.5),
        brightness=min(max(manner.brightness, -8), 8), title_pause=manner.title_pause, whisper=manner.whisper,
    )  # fmt: skip
