"""The local models behind the service's capabilities, each loaded at its first use.

Any number of threads may call; each model works for one of them at a time. Speech takes turns by itself.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.checkpoint import fingerprint
from engine.contract import BasicSpeechRequest, PremiumSpeechRequest
from engine.contract.errors import ServiceUnavailable, ValidationFailed, WeightsError
from engine.contract.names import PinglishStyle, VowelNotation
from engine.service.capabilities import Clip, Listener, Romanized, SpeechStopped, StopCheck
from engine.speech.brought import registry as voices
from engine.translation.brought import registry as translation
from engine.version import __version__

if TYPE_CHECKING:
    from engine.diacritics.diacritize import Diacritized
    from engine.pinglish.names import Names
    from engine.reading.lexicon import Lexicon
    from engine.reading.phonemes import PhonemizedWord
    from engine.reading.reader import Reader
    from engine.reading.types import Reading
    from engine.speech.synthesizer import Synthesizer
    from engine.translation.translator import Translator

M = TypeVar("M")


class Lazy(Generic[M]):
    """A model that is loaded when it is first needed, and the lock of whoever uses it.

    A failed load is tried again at the next use, so that mended weights need no new process.
    """

    def __init__(self, load: Callable[[], M]) -> None:
        self.lock = threading.Lock()
        self._load = load
        self._loading = threading.Lock()
        self._model: M | None = None

    def get(self) -> M:
        """The model."""
        with self._loading:
            if self._model is None:
                self._model = self._load()
            return self._model


class Models:
    """The capabilities as the weights of one folder have them.

    A copy made by pickling, for another process, has the same choices and lexicon, and loads its own models.

    Args:
        weights: Folder of the weights; None for the package's own.
        device: "cpu", "cuda", ...; None takes a GPU where there is one.
        dtype: Name of a torch floating dtype; None takes what suits the device.
        threads: CPU threads of torch in this process; None leaves them alone.
        lexicon: File of the user's own readings.
        data_dir: Folder that says which models the user brought; None for the shipped ones.

    Raises:
        WeightsError: What the data folder says is damaged.
        ValidationFailed: The lexicon cannot be read or has a wrong line, or `threads` is not positive; at the
            first use, that this machine lacks the device or torch the dtype.
    """

    def __init__(
        self,
        weights: Path | None = None,
        device: str | None = None,
        dtype: str | None = None,
        threads: int | None = None,
        lexicon: Path | None = None,
        data_dir: Path | None = None,
    ) -> None:
        if threads is not None and threads < 1:
            raise ValidationFailed("threads must be at least 1", details={"field": "threads"})
        self._weights, self._device, self._dtype, self._threads = weights, device, dtype, threads
        self._lexicon = lexicon
        self._brought = None if data_dir is None else translation.chosen(data_dir)
        self._voices = {} if data_dir is None else voices.chosen(data_dir)
        self._lexicon_bytes = b"" if lexicon is None else _read(lexicon)
        self._read_lexicon()  # a wrong line is the user's who starts the engine, not of the first request
        self._begin()

    def _begin(self) -> None:
        self._reader: Lazy[Reader] = Lazy(self._load_reader)
        self._names: Lazy[Names] = Lazy(self._load_names)
        self._translator: Lazy[Translator] = Lazy(self._load_translator)
        self._synthesizer: Lazy[Synthesizer] = Lazy(self._load_synthesizer)

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if not isinstance(value, Lazy)}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._begin()

    @property
    def engine_version(self) -> str:
        """The package's version, a fingerprint of the weights, and what the user brought, where there is any.

        That is the name of a translation model (kind and fingerprint), of each voice behind the voice that it
        stands for, and a fingerprint of the lexicon.
        """
        parts = [f"persian-engine-{__version__}", _weights_name(self._weights)]
        if self._brought is not None:
            parts.append(self._brought.name)
        parts += [f"{voice}-{choice.name}" for voice, choice in self._voices.items()]
        if self._lexicon is not None:
            parts.append(hashlib.sha256(self._lexicon_bytes).hexdigest()[:8])
        return "+".join(parts)

    def diacritize(
        self, texts: Sequence[str], include_ezafe: bool, sukun: bool = False
    ) -> Sequence[Diacritized]:
        """Marks of each text; sukun is beyond the contract."""
        from engine.diacritics.diacritize import diacritize

        return [diacritize(reading, include_ezafe, sukun) for reading in self._read_many(texts)]

    def romanize(
        self, texts: Sequence[str], style: PinglishStyle, vowel_notation: VowelNotation
    ) -> Sequence[Romanized]:
        """Each text in Latin script."""
        from engine.pinglish.romanize import romanize

        readings = self._read_many(texts)
        if style == "systematic":
            return [romanize(reading, style, vowel_notation) for reading in readings]
        names = self._names.get()
        with self._names.lock:
            spelled = [names.spell(reading) for reading in readings]
        return [
            romanize(reading, style, vowel_notation, found)
            for reading, found in zip(readings, spelled, strict=True)
        ]

    def translate(self, texts: Sequence[str]) -> Sequence[str]:
        """Each text in English."""
        translator = self._translator.get()
        with self._translator.lock:
            return translator.translate_many(texts)

    def speak(
        self,
        request: BasicSpeechRequest | PremiumSpeechRequest,
        should_stop: StopCheck,
        listener: Listener | None = None,
    ) -> Clip:
        """The text as an audio file."""
        from engine.speech.audio_file import encode, encode_mp3
        from engine.speech.delivery import Delivery
        from engine.speech.synthesizer import SynthesisStopped

        delivery = Delivery(**request.model_dump(exclude={"text", "tier", "regional_mode"}))
        heard = None if listener is None else lambda samples: listener(encode_mp3(samples))
        try:
            audio = self._synthesizer.get().speak(request.text, delivery, should_stop, heard)
        except SynthesisStopped:
            raise SpeechStopped from None
        if not audio.samples.size:
            raise ServiceUnavailable("the synthesis gave no sound")
        file = encode(audio, request.tier)
        return Clip(file.data, file.mime_type, file.duration_seconds, request.voice)

    def join(self, clips: Sequence[Clip]) -> Clip:
        """Clips of the sections of one Premium text as one file."""
        from engine.speech.audio_file import join_wav

        file = join_wav([clip.data for clip in clips])
        return Clip(file.data, file.mime_type, file.duration_seconds, clips[0].voice)

    def phonemize(self, text: str) -> list[PhonemizedWord]:
        """How each word of the text is read aloud."""
        from engine.reading.phonemes import phonemize

        reader = self._reader.get()
        with self._reader.lock:
            return list(phonemize(reader, text))

    def _read_many(self, texts: Sequence[str]) -> list[Reading]:
        reader = self._reader.get()
        with self._reader.lock:
            return reader.read_many(texts)

    def _load_reader(self) -> Reader:
        from engine.reading.reader import Reader

        self._set_up_torch()
        return Reader(self._weights, self._device, self._dtype, self._read_lexicon())

    def _read_lexicon(self) -> Lexicon | None:
        if self._lexicon is None:
            return None
        from engine.reading.lexicon import Lexicon

        return Lexicon.of(self._lexicon_bytes, self._lexicon)

    def _load_names(self) -> Names:
        from engine.pinglish.names import Names

        return Names.load(self._weights)

    def _load_translator(self) -> Translator:
        from engine.translation.translator import Translator

        self._set_up_torch()
        if self._brought is None:
            return Translator(self._weights, self._device, self._dtype)
        from engine.translation.brought.decoder import BroughtDecoder

        return Translator(decoder=BroughtDecoder(self._brought, self._device, self._dtype))

    def _load_synthesizer(self) -> Synthesizer:
        from engine.speech.synthesizer import Synthesizer

        # A reading leaves nothing behind in the reader, so speech shares it without taking its lock.
        return Synthesizer(self._reader.get(), self._weights, self._device, self._dtype, self._voices)

    def _set_up_torch(self) -> None:
        import torch

        if self._threads is not None:
            torch.set_num_threads(self._threads)
        dtype = getattr(torch, self._dtype or "float32", None)
        if not isinstance(dtype, torch.dtype) or not dtype.is_floating_point:
            raise ValidationFailed(
                f"dtype {self._dtype!r} is no floating dtype of torch", details={"field": "dtype"}
            )
        try:
            torch.empty(0, device=self._device, dtype=dtype)
        except (RuntimeError, AssertionError, TypeError) as error:
            with_dtype = "" if self._dtype is None else f" with dtype {self._dtype!r}"
            raise ValidationFailed(
                f"device {self._device!r}{with_dtype} cannot be used here: {error}",
                details={"field": "device"},
            ) from None


def _weights_name(folder: Path | None) -> str:
    try:
        return fingerprint(folder)
    except WeightsError:  # said by whatever needs them; the usage report does not
        return "no-weights"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ValidationFailed(
            f"the lexicon {path} cannot be read: {error.strerror}", details={"field": "lexicon"}
        ) from None
