import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import torch

import benchmarks.speech as protocol
from benchmarks import report
from benchmarks.report import Table, replace_tables, section, write_tables
from benchmarks.speech import (
    copy_synthesis,
    intelligibility,
    opinion,
    pictures,
    speed,
    stability,
    timbre,
    voicing,
)
from engine import checkpoint
from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader
from engine.speech.delivery import Delivery
from engine.speech.rendering import Renderer
from engine.speech.synthesizer import Synthesizer
from engine.speech.voices import VOICES
from training.speech.espeak import Espeak, teacher
from training.speech.measure import BASIC, Sentence, dev_sentences, rendered
from training.speech.prepare_acoustic import sentences
from training.speech.recogniser import Recogniser, load

THREADS = 2  # where speed is measured; the rest takes one
MODELS: Final = ("acoustic", "vocoder")
_A_VOICE = 5  # sentences of the stability for one that every voice says
_SPECTRA = 20  # sentences in a mean spectrum, of a voice's voicing, and for an opinion


@dataclass(frozen=True)
class Setting:
    """What is measured, and with what.

    Attributes:
        weights: Folder of the weights; None for the package's own.
        listener: The recogniser, and its error rates on what it held out; None if nothing is heard.
        voices: Names of those that the recogniser listens to.
        said: What every voice says.
        sentences: How many the stability is counted over.
        recordings: How many of each speaker are copied; None for all held out.
    """

    data: Path
    weights: Path | None
    espeak: Espeak
    listener: tuple[Recogniser, dict[str, float]] | None
    reader: Reader
    renderer: Renderer
    synthesizer: Synthesizer
    voices: Sequence[str]
    said: Sequence[Sentence]
    sentences: int
    recordings: int | None


def speeds(setting: Setting) -> list[Table]:
    """On the CPU, and on the GPU where there is one."""
    torch.set_num_threads(THREADS)
    timings = {"cpu": (speed.whole_sentence(setting.synthesizer), speed.first_sound(setting.synthesizer))}
    if torch.cuda.is_available():
        quick = Synthesizer(Reader(setting.weights, "cuda"), setting.weights, "cuda")
        timings["cuda"] = (speed.whole_sentence(quick), speed.first_sound(quick))
    torch.set_num_threads(1)
    return [speed.table(timings, speed.espeak_sentence(setting.espeak))]


def copies(setting: Setting) -> list[Table]:
    """Our vocoder and WORLD over the same recordings."""
    vocoder = setting.renderer.vocoder
    recordings = list(copy_synthesis.held_out(setting.data, setting.recordings))
    systems = {"ours": lambda audio: copy_synthesis.copied(vocoder, audio), "WORLD": copy_synthesis.by_world}
    means = {
        name: copy_synthesis.mean([copy_synthesis.compared(one, copy(one)) for one in recordings])
        for name, copy in systems.items()
    }
    parameters = sum(one.numel() for one in vocoder.parameters())
    return [copy_synthesis.table(means, parameters, len(recordings))]


def hearings(setting: Setting) -> list[Table]:
    """The teacher, the teacher through the vocoder, and every voice."""
    assert setting.listener is not None
    (recogniser, known), renderer, said = setting.listener, setting.renderer, setting.said
    found = {
        intelligibility.TEACHER: intelligibility.of_teacher(recogniser, said),
        intelligibility.COPIED: intelligibility.of_copies(recogniser, renderer.vocoder, said),
    }
    for name in setting.voices:
        found[name] = intelligibility.of_voice(recogniser, renderer, name, said)
    return [
        intelligibility.error_table(found, known, len(said)),
        intelligibility.phoneme_table(found),
    ]


def timbres(setting: Setting) -> list[Table]:
    """All voices, each beside each recorded speaker and the teacher."""
    said = setting.said[:_SPECTRA]
    speakers = timbre.people(setting.data) | {timbre.TEACHER: timbre.spectrum(one.teacher for one in said)}
    distances, shares = {}, {}
    for voice in VOICES.values():
        spoken = timbre.spectrum(rendered(setting.renderer, one, voice) for one in said)
        distances[voice.name] = {
            who: timbre.distance(spoken, timbre.moved(theirs, voice)) for who, theirs in speakers.items()
        }
        shares[voice.name] = timbre.made_of(voice)
    return [timbre.table(distances, shares)]


def voicings(setting: Setting) -> list[Table]:
    """The people, the teacher and the voices."""
    said = setting.said[:_SPECTRA]
    found = voicing.people(setting.data)
    found[timbre.TEACHER] = voicing.voicing(one.teacher for one in said)
    for name in setting.voices:
        voice = VOICES[name]
        found[name] = voicing.voicing(rendered(setting.renderer, one, voice) for one in said)
    return [voicing.table(found)]


def opinions(setting: Setting) -> list[Table]:
    """The people, the teacher, the teacher through the vocoder, and the voices."""
    said = setting.said[:_SPECTRA]
    vocoder = setting.renderer.vocoder
    found = opinion.people(setting.data)
    found[intelligibility.TEACHER] = opinion.opinion(one.teacher for one in said)
    found[intelligibility.COPIED] = opinion.opinion(
        copy_synthesis.copied(vocoder, one.teacher) for one in said
    )
    for name in setting.voices:
        found[name] = opinion.opinion(rendered(setting.renderer, one, VOICES[name]) for one in said)
    return [opinion.table(found)]


def faults(setting: Setting) -> list[Table]:
    """Over dev sentences through the whole chain, the voices taking turns."""
    assert setting.listener is not None
    recogniser, _ = setting.listener
    pairs = list(sentences(setting.data / "reading" / "sentences.dev.tsv"))[: setting.sentences]
    texts = list(stability.texts([text for text, _ in pairs]))
    ours, sections = stability.ours(setting.synthesizer, setting.reader, recogniser, texts, BASIC)
    teacher = stability.espeak_ng(setting.espeak, recogniser, sections)
    return [
        stability.table(ours, teacher, stability.seeds_that_differ(setting.synthesizer, texts[0], BASIC[0]))
    ]


def size(setting: Setting) -> list[Table]:
    """What the voices weigh on disk."""
    entries = checkpoint.manifest(setting.weights)
    mebibytes = {name: sum(file["bytes"] for file in entries[name]["files"]) / 2**20 for name in MODELS}
    total = ("all voices together", sum(mebibytes.values()), "under 50")
    rows = [*((name, value, "") for name, value in mebibytes.items()), total]
    return [Table("size", "Size on disk, MiB", ("model", "MiB", "goal"), rows)]


MEASURES: Final[dict[str, Callable[[Setting], list[Table]]]] = {
    "speed": speeds,
    "copies": copies,
    "hearing": hearings,
    "timbre": timbres,
    "voicing": voicings,
    "opinion": opinions,
    "faults": faults,
    "size": size,
}

SHAPING: Final = ("weights", "sentences", "recordings", "all_voices")
"""The options with which another run's figures cannot stand beside the stored ones."""
HEARD: Final = frozenset({"hearing", "faults"})
"""The measures that need the recogniser."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speech",
        description=protocol.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--recogniser", type=Path, help="checkpoint of train_recogniser")
    parser.add_argument("--weights", type=Path, help="folder of the weights; the package's own if not given")
    parser.add_argument("--sentences", type=int, default=500, help="of the stability; a fifth for each voice")
    parser.add_argument("--recordings", type=int, help="so many held-out recordings of each speaker only")
    parser.add_argument(
        "--all-voices", action="store_true", help="the recogniser hears the Premium voices too"
    )
    parser.add_argument("--only", nargs="+", choices=list(MEASURES), help="measure these alone")
    arguments = parser.parse_args()
    chosen = arguments.only or list(MEASURES)
    if arguments.recogniser is None and HEARD.intersection(chosen):
        parser.error(f"{' and '.join(sorted(HEARD.intersection(chosen)))}: give --recogniser")
    torch.set_num_threads(1)

    espeak, reader = teacher(), Reader(arguments.weights, "cpu")
    setting = Setting(
        data=arguments.data,
        weights=arguments.weights,
        espeak=espeak,
        listener=None if arguments.recogniser is None else load(arguments.recogniser),
        reader=reader,
        renderer=Renderer(arguments.weights),
        synthesizer=Synthesizer(reader, arguments.weights),
        voices=list(VOICES) if arguments.all_voices else BASIC,
        said=list(dev_sentences(arguments.data, espeak, max(1, arguments.sentences // _A_VOICE))),
        sentences=arguments.sentences,
        recordings=arguments.recordings,
    )
    tables = []
    for name in chosen:
        started = time.monotonic()
        tables += MEASURES[name](setting)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr)
    if arguments.only:
        print("\n".join(map(section, tables)))
        if all(getattr(arguments, name) == parser.get_default(name) for name in SHAPING):
            replace_tables("speech", tables)
        return
    for name in BASIC:
        sounds = {
            " ".join(word.notation for word in phonemize(reader, text)): setting.synthesizer.speak(
                text, Delivery(name)
            ).samples
            for text in pictures.SENTENCES
        }
        pictures.draw(report.RESULTS / f"speech-{name}.png", name, sounds)
    print(
        write_tables(
            "speech",
            "The voices beside eSpeak NG",
            tables,
            f"torch {torch.__version__}, {THREADS} CPU threads where speed is measured, else one, eSpeak "
            f"NG {espeak.version}. `python -m benchmarks.speech --help` is the protocol. No listening "
            "test has been held.",
        )
    )


if __name__ == "__main__":
    main()
