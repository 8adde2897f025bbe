"""What a delivery asks for, in numbers."""

from dataclasses import replace

import pytest

from engine.contract.errors import ValidationFailed
from engine.contract.names import EXPRESSIVENESS as NAMES
from engine.contract.names import SPEECH_STYLES
from engine.speech.delivery import EXPRESSIVENESS, STYLES, Delivery, Manner
from engine.speech.director import past_the_title, read_notes
from engine.speech.synthesizer import manner_of


def test_every_style_and_expressiveness_of_the_contract_is_a_manner_of_its_own() -> None:
    assert set(STYLES) == set(SPEECH_STYLES)
    assert set(EXPRESSIVENESS) == set(NAMES)
    assert len(set(STYLES.values())) == len(STYLES)
    assert STYLES["neutral"] == EXPRESSIVENESS["natural"] == Manner()


@pytest.mark.parametrize("pace", [0.74, 1.26, 0.0, -1.0, float("nan")])
def test_pace_out_of_range_is_refused(pace: float) -> None:
    with pytest.raises(ValidationFailed) as error:
        Delivery("ava", pace=pace)
    assert error.value.details == {"field": "pace"}


def test_unknown_style_is_refused() -> None:
    with pytest.raises(ValidationFailed):
        Delivery("ava", style="operatic")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("notes", "check"),
    [
        ("slower, please", lambda m: m.tempo < 0.9),
        ("Read it a little slower", lambda m: 0.9 < m.tempo < 1),
        ("لطفاً آهسته‌تر بخوان", lambda m: m.tempo < 0.9),
        ("faster", lambda m: m.tempo > 1.1),
        ("تندتر", lambda m: m.tempo > 1.1),
        ("whisper", lambda m: m.whisper),
        ("با زمزمه", lambda m: m.whisper),
        ("cheerful and fast", lambda m: m.span > 1.2 and m.tempo > 1.1),
        ("شاد و سریع", lambda m: m.span > 1.2 and m.tempo > 1.1),
        ("غمگین", lambda m: m.span < 0.8 and m.tempo < 1),
        ("Pause after the title.", lambda m: m.title_pause == 1.0),
        ("بعد از عنوان مکث کن", lambda m: m.title_pause == 1.0),
        ("not too fast", lambda m: m == Manner()),
        ("don't whisper", lambda m: not m.whisper),
        ("آرام نباشد", lambda m: m == Manner()),
        ("no whisper", lambda m: m == Manner()),
        ("don’t whisper", lambda m: m == Manner()),
        ("avoid whispering", lambda m: m == Manner()),
        ("زمزمه نکنید", lambda m: m == Manner()),
        ("لطفاً از نجوا بپرهیزید", lambda m: m == Manner()),
        ("تند نخوانید", lambda m: m == Manner()),
        ("سریع‌تر نشود", lambda m: m == Manner()),
        ("رسمی نمی‌خواهم", lambda m: m == Manner()),
        ("غیر رسمی", lambda m: m == Manner()),
        ("بی‌هیجان", lambda m: m == Manner()),
        ("شاد کمتر", lambda m: m == Manner()),
        ("less excited", lambda m: m == Manner()),
        ("isn't happy", lambda m: m == Manner()),
        ("too fast", lambda m: m == Manner()),
        ("whispering instead of shouting", lambda m: m == Manner()),
        ("زمزمه و نجوا نکنید", lambda m: m == Manner()),
        ("don't be fast and happy", lambda m: m == Manner()),
        ("آرام بخوانید و زمزمه نکنید", lambda m: m.tempo < 1 and not m.whisper),
        ("slow and don't whisper", lambda m: m.tempo < 0.9 and not m.whisper),
        ("rather slow", lambda m: m.tempo < 0.9),
        ("fewer pauses", lambda m: m.pauses < 1),
        ("مکث کمتر", lambda m: m.pauses < 1),
        ("نکته‌ها را شمرده بخوان", lambda m: m.tempo < 0.9),
        ("یک کم شادتر، یک کم شاد", lambda m: 1 < m.span < 1.2),
        ("breakfast in Ardabil", lambda m: m == Manner()),
        (None, lambda m: m == Manner()),
        ("", lambda m: m == Manner()),
    ],
)
def test_directions(notes: str | None, check: object) -> None:
    assert check(read_notes(notes).manner)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("notes", "further"),
    [
        ("Pause after the title.", None),
        ("بعد از عنوان مکث کن، آهسته‌تر", "کن,آهسته‌تر"),
        ("slower and pause after the title; don't whisper", "slower,don't whisper"),
        ("a little slower pause after the title", "a little slower"),
        ("Cheerful. Don't pause after the title.", "Cheerful. Don't pause after the title."),
        ("Slower!", "Slower!"),
        ("", ""),
        (None, None),
    ],
)
def test_past_the_title_everything_but_its_pause_is_still_asked(
    notes: str | None, further: str | None
) -> None:
    assert past_the_title(notes) == further
    assert read_notes(further).manner == replace(read_notes(notes).manner, title_pause=0.0)


def test_what_is_not_understood_is_ignored_and_listed() -> None:
    notes = read_notes("slower, as if the sea were listening; شادتر از همیشه بخوان، با لهجهٔ مریخی")
    assert notes.understood == ("slower",)
    assert len(notes.ignored) == 3


def test_what_is_refused_is_listed_whole() -> None:
    notes = read_notes("slower, don’t whisper; زمزمه و نجوا نکنید")
    assert notes.understood == ("slower",)
    assert notes.ignored == ("don’t whisper", "زمزمه و نجوا نکنید")


def test_many_directions_stay_within_a_voice() -> None:
    manner = read_notes(", ".join(["slower", "deep", "monotone", "sad"] * 20)).manner
    assert manner.tempo >= 0.7
    assert manner.pitch >= 0.8
    assert manner.span >= 0.3


def test_style_expressiveness_and_notes_add_up() -> None:
    asked = manner_of(Delivery("Kore", style="news", expressiveness="lively", director_notes="faster"))
    assert asked.tempo > STYLES["news"].tempo * EXPRESSIVENESS["lively"].tempo
