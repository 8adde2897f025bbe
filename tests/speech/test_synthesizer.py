"""Speech as it comes out, on the shipped weights."""

import itertools
import threading
import time

import numpy as np
import pytest

from engine.contract.errors import ValidationFailed, WeightsError
from engine.contract.names import BASIC_VOICES, PREMIUM_VOICES
from engine.speech.delivery import Delivery
from engine.speech.loudness import CEILING, TARGET, loudness
from engine.speech.sections import sections_of
from engine.speech.synthesizer import SynthesisStopped, Synthesizer
from tests.speech import by_hand
from tests.speech.by_hand import PAGE, SENTENCE
from tests.speech.measures import clearness, pitches, spectrum


@pytest.fixture(scope="module")
def basic(shipped: Synthesizer) -> dict[str, np.ndarray]:
    """One sentence in each Basic voice."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.reading.phonemes.phonemize_along", by_hand.phonemize)
        return {name: shipped.speak(SENTENCE, Delivery(name)).samples for name in BASIC_VOICES}


def test_a_sentence_lasts_as_long_as_a_sentence_does(basic: dict[str, np.ndarray]) -> None:
    for samples in basic.values():
        assert 2.0 < len(samples) / 24_000 < 6.0


def test_loudness_and_peaks(basic: dict[str, np.ndarray]) -> None:
    for samples in basic.values():
        assert samples.dtype == np.float32
        assert np.isfinite(samples).all()
        assert loudness(samples) == pytest.approx(TARGET, abs=0.5)
        assert np.abs(samples).max() <= CEILING


def test_silence_is_trimmed_and_the_ends_are_soft(basic: dict[str, np.ndarray]) -> None:
    for samples in basic.values():
        loud = np.flatnonzero(np.abs(samples) > 0.02)
        assert loud[0] < 0.25 * 24_000
        assert len(samples) - loud[-1] < 0.4 * 24_000
        assert abs(samples[0]) < 1e-3
        assert abs(samples[-1]) < 1e-3


def test_basic_voices_differ_in_pitch_and_spectrum(basic: dict[str, np.ndarray]) -> None:
    height = {name: np.median(pitches(samples)) for name, samples in basic.items()}
    timbre = {name: spectrum(samples) for name, samples in basic.items()}
    assert max(height["kian"], height["amir"]) < min(height["leyla"], height["ava"], height["mana"])
    for a, b in itertools.combinations(basic, 2):
        assert abs(np.log(height[a] / height[b])) > 0.05
        assert np.abs(timbre[a] - timbre[b]).mean() > 0.7  # dB a band


def test_pitch_is_that_of_the_voice(basic: dict[str, np.ndarray]) -> None:
    from engine.speech.voices import VOICES

    for name, samples in basic.items():
        assert np.median(pitches(samples)) == pytest.approx(VOICES[name].pitch, rel=0.15)


def test_no_voice_is_hoarse(basic: dict[str, np.ndarray]) -> None:
    for samples in basic.values():
        assert clearness(samples) > 0.6


@pytest.mark.parametrize("pace", [0.75, 1.25])
def test_pace_divides_the_duration_and_leaves_the_pitch(
    synthesizer: Synthesizer, basic: dict[str, np.ndarray], pace: float
) -> None:
    paced = synthesizer.speak(SENTENCE, Delivery("ava", pace=pace)).samples
    assert len(basic["ava"]) / len(paced) == pytest.approx(pace, rel=0.02)
    assert np.median(pitches(paced)) == pytest.approx(np.median(pitches(basic["ava"])), rel=0.03)


def test_pace_covers_pauses_between_sentences(synthesizer: Synthesizer) -> None:
    slow, fast = (synthesizer.speak(PAGE, Delivery("ava", pace=pace)).seconds for pace in (0.8, 1.2))
    assert slow / fast == pytest.approx(1.5, rel=0.02)


def test_expressiveness_moves_the_melody(synthesizer: Synthesizer) -> None:
    spans = [
        np.log(pitches(synthesizer.speak(SENTENCE, Delivery("Kore", expressiveness=name)).samples)).std()
        for name in ("calm", "natural", "lively")
    ]
    assert spans[0] < spans[1] < spans[2]


def test_styles_move_the_tempo(synthesizer: Synthesizer) -> None:
    seconds = {
        style: synthesizer.speak(SENTENCE, Delivery("Kore", style=style)).seconds
        for style in ("neutral", "news", "instructional")
    }
    assert seconds["news"] < seconds["neutral"] < seconds["instructional"]


def test_director_notes_act(synthesizer: Synthesizer) -> None:
    plain = synthesizer.speak(PAGE, Delivery("Orus"))
    titled = synthesizer.speak(PAGE, Delivery("Orus", director_notes="pause after the title"))
    assert titled.seconds - plain.seconds == pytest.approx(1.0, abs=0.02)
    whispered = synthesizer.speak(SENTENCE, Delivery("Orus", director_notes="whisper"))
    spoken = synthesizer.speak(SENTENCE, Delivery("Orus"))
    assert len(pitches(whispered.samples)) < 0.3 * len(pitches(spoken.samples))


def test_the_pause_after_the_title_follows_the_first_sentence_however_it_is_cut(
    synthesizer: Synthesizer,
) -> None:
    """The first section ends at the comma, for sound to come soon; the sentence does not."""
    text = "مردم شهر بهار از هوای سرد بهار گله دارند، اما بهار نزدیک است. آیا بهار می‌آید؟ بهار نزدیک است."
    plain, titled = (
        [len(section) for section in synthesizer.synthesize(text, Delivery("Orus", director_notes=notes))]
        for notes in (None, "pause after the title")
    )
    longer = [(b - a) / 24_000 for a, b in zip(plain, titled, strict=True)]
    assert longer == [0, 0, 1.0, 0]  # a section carries the pause before it


def test_premium_voices_speak_and_men_are_lower(synthesizer: Synthesizer) -> None:
    text = "بهار نزدیک است"
    for name in PREMIUM_VOICES[:6]:
        samples = synthesizer.speak(text, Delivery(name)).samples
        assert len(samples) > 12_000
        assert loudness(samples) == pytest.approx(TARGET, abs=0.5)


def test_the_same_request_sounds_the_same(synthesizer: Synthesizer, basic: dict[str, np.ndarray]) -> None:
    assert (synthesizer.speak(SENTENCE, Delivery("ava")).samples == basic["ava"]).all()


def test_sections_come_one_by_one_and_join_to_the_whole(synthesizer: Synthesizer) -> None:
    sections = list(synthesizer.synthesize(PAGE, Delivery("leyla")))
    assert len(sections) == 4
    joined = np.concatenate(sections)
    whole = synthesizer.speak(PAGE, Delivery("leyla")).samples
    assert len(joined) == len(whole)
    assert loudness(joined) == pytest.approx(TARGET, abs=4)
    assert np.abs(joined).max() <= CEILING
    edges = np.cumsum([len(section) for section in sections])[:-1]
    assert max(abs(joined[edge] - joined[edge - 1]) for edge in edges) < 1e-3


def test_stops_between_sections(synthesizer: Synthesizer) -> None:
    asked = iter([False, False, True])
    sections = synthesizer.synthesize(PAGE, Delivery("ava"), should_stop=lambda: next(asked))
    assert len(list(itertools.islice(sections, 2))) == 2
    with pytest.raises(SynthesisStopped):
        next(sections)


@pytest.mark.parametrize(
    "text",
    ["ب", "۱۲۳ ب", "🙂 ب 🙂🙂", "«ب (ب «ب»)»", "ب\n\n\nب", "بــــب", "ب؟!؟!…", "\u200cب\u200f"],
    ids=["letter", "digits", "emoji", "quotes", "lines", "kashida", "marks", "invisible"],
)
def test_odd_texts_are_sound_files_too(synthesizer: Synthesizer, text: str) -> None:
    audio = synthesizer.speak(text, Delivery("mana"))
    assert audio.seconds > 0.2
    assert loudness(audio.samples) == pytest.approx(TARGET, abs=1)


def test_three_hundred_lines(synthesizer: Synthesizer) -> None:
    text = "آن\n" * 300
    assert len(list(sections_of(text, by_hand.phonemize(None, text)))) == 300
    sections = synthesizer.synthesize(text, Delivery("amir"))
    assert all(len(section) > 6000 for section in itertools.islice(sections, 12))


def test_six_thousand_letters_without_a_space_start_soon_and_go_on(synthesizer: Synthesizer) -> None:
    start = time.monotonic()
    sections = synthesizer.synthesize("بهار" * 1500, Delivery("kian"))
    assert all(len(section) > 24_000 for section in itertools.islice(sections, 2))
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("text", ["🙂", "ـ", "؟!"])
def test_nothing_to_speak_is_a_validation_error(synthesizer: Synthesizer, text: str) -> None:
    with pytest.raises(ValidationFailed) as error:
        synthesizer.speak(text, Delivery("ava"))
    assert error.value.details == {"field": "text"}


def test_unknown_voice_is_a_validation_error(synthesizer: Synthesizer) -> None:
    with pytest.raises(ValidationFailed):
        synthesizer.speak(SENTENCE, Delivery("nobody"))


def test_missing_weights_are_an_error_that_names_the_file(tmp_path: object) -> None:
    with pytest.raises(WeightsError):
        Synthesizer(reader=None, weights=tmp_path)  # type: ignore[arg-type]


def test_a_short_text_does_not_wait_for_the_end_of_a_long_one(synthesizer: Synthesizer) -> None:
    heard: list[str] = []
    begun = threading.Event()

    def hear(_: np.ndarray) -> None:
        heard.append("long")
        begun.set()

    long = threading.Thread(
        target=lambda: synthesizer.speak(" ".join([SENTENCE] * 12), Delivery("ava"), listener=hear)
    )
    long.start()
    begun.wait(60)
    synthesizer.speak(SENTENCE, Delivery("amir"), listener=lambda _: heard.append("short"))
    long.join(60)
    assert heard.count("long") == 12
    assert heard.index("short") < 6
