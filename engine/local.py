"""LocalEngine: the whole service in this process, on models of this machine."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast
from uuid import UUID, uuid4

from platformdirs import user_data_path

from engine.contract import (
    DiacritizeResponse,
    PinglishResponse,
    SpeechJob,
    SpeechResponse,
    StreamedEvent,
    TranslateResponse,
    UsageResponse,
)
from engine.contract.errors import ValidationFailed
from engine.contract.names import (
    Expressiveness,
    PinglishStyle,
    RegionalMode,
    SpeechStyle,
    Tier,
    VowelNotation,
)
from engine.contract.requests import speech_fields
from engine.models import Models
from engine.saving import save
from engine.service.account import Account, Allowances
from engine.service.clock import Clock
from engine.service.failures import named_failures
from engine.service.service import Service
from engine.service.settings import DEFAULT_AUDIO_QUOTA_BYTES, Deployment, Settings

if TYPE_CHECKING:
    from engine.diacritics import Diacritized
    from engine.reading.phonemes import PhonemizedWord
    from engine.speech.director import Notes


class LocalEngine:
    """Persian text and speech behind the API's interface, without a network.

    Any number of threads may share one engine, and any number of processes one data folder. Models are loaded
    when they are first needed. Every generation call takes an `idempotency_key`.

    Args:
        device: "cpu", "cuda", ...; None takes a GPU where there is one.
        dtype: Name of a torch floating dtype; None takes what suits the device.
        threads: CPU threads of torch, for the whole process; None leaves them alone.
        data_dir: Where usage, results, jobs and audio are kept, and which models of your own are in use; None
            for the user's data folder.
        weights: Folder of the models; None for the package's own.
        lexicon: File of your own readings: word TAB reading.
        deployment: In "production" Premium jobs are refused, as the API document says.
        allowances: What may be used in a billing period; far above what a machine can do by default.
        audio_quota_bytes: Disk for audio files; the least recently used go first.
        models: What runs the requests, in place of the weights.
        clock: Tells the time, in place of the system's.

    Raises:
        StorageUnavailable: The data folder cannot be used.
        ValidationFailed: The lexicon cannot be read.
        WeightsError: The record of the models of your own is damaged.

    Example:
        >>> with LocalEngine() as engine:
        ...     engine.diacritize("مردم شهر").marked
    """

    def __init__(
        self,
        device: str | None = None,
        dtype: str | None = None,
        threads: int | None = None,
        data_dir: Path | str | None = None,
        weights: Path | str | None = None,
        lexicon: Path | str | None = None,
        deployment: Deployment = "production",
        allowances: Allowances | None = None,
        audio_quota_bytes: int = DEFAULT_AUDIO_QUOTA_BYTES,
        *,
        models: Models | None = None,
        clock: Clock | None = None,
    ) -> None:
        folder = user_data_path("persian-engine") if data_dir is None else Path(data_dir)
        self._models = models or Models(
            weights=None if weights is None else Path(weights),
            device=device,
            dtype=dtype,
            threads=threads,
            lexicon=None if lexicon is None else Path(lexicon),
            data_dir=folder,
        )
        self._account = Account(allowances=allowances or Allowances())
        self._service = Service(
            folder,
            self._models,
            lambda scope: self._account if scope == self._account.scope else None,
            Settings(deployment=deployment, audio_quota_bytes=audio_quota_bytes),
            clock,
        )

    def diacritize(
        self, text: str, include_ezafe: bool = True, *, idempotency_key: str | None = None
    ) -> DiacritizeResponse:
        """Adds reading marks (POST /v1/diacritize)."""
        return cast(
            DiacritizeResponse,
            self._generate("diacritize", idempotency_key, text=text, include_ezafe=include_ezafe),
        )

    def pinglish(
        self,
        text: str,
        style: PinglishStyle = "readable",
        vowel_notation: VowelNotation = "double_a",
        *,
        idempotency_key: str | None = None,
    ) -> PinglishResponse:
        """Writes in Latin letters, aligned with the source (POST /v1/pinglish)."""
        fields = {"text": text, "style": style, "vowel_notation": vowel_notation}
        return cast(PinglishResponse, self._generate("pinglish", idempotency_key, **fields))

    def translate(self, text: str, *, idempotency_key: str | None = None) -> TranslateResponse:
        """Translates into English (POST /v1/translate)."""
        return cast(TranslateResponse, self._generate("translate", idempotency_key, text=text))

    def speech(
        self,
        text: str,
        tier: Tier = "basic",
        voice: str = "leyla",
        pace: float = 1.0,
        style: SpeechStyle | None = None,
        expressiveness: Expressiveness | None = None,
        regional_mode: RegionalMode | None = None,
        director_notes: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> SpeechResponse:
        """Speaks; the answer holds the address of the audio (POST /v1/speech). None leaves a field out."""
        fields = speech_fields(text, tier, voice, pace, style, expressiveness, regional_mode, director_notes)
        return cast(SpeechResponse, self._generate("speech", idempotency_key, **fields))

    def download_audio(self, audio_url: str) -> bytes:
        """The audio file of a signed address.

        Raises:
            AudioAddressRefused: The address was altered or has expired.
            NotFound: The file is gone.
        """
        return self._service.audio_bytes(audio_url)

    def create_speech_job(
        self,
        text: str,
        tier: Tier = "basic",
        voice: str = "leyla",
        pace: float = 1.0,
        style: SpeechStyle | None = None,
        expressiveness: Expressiveness | None = None,
        regional_mode: RegionalMode | None = None,
        director_notes: str | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> SpeechJob:
        """Queues speech, durably; the contract requires a key (POST /v1/speech/jobs)."""
        fields = speech_fields(text, tier, voice, pace, style, expressiveness, regional_mode, director_notes)
        return self._service.create_job(self._account, fields, idempotency_key)

    def get_speech_job(self, job_id: UUID | str) -> SpeechJob:
        """The job as it now stands; a succeeded one with a fresh address."""
        return self._service.job(self._account, job_id)

    def stream_speech_job(self, job_id: UUID | str, after: int | None = None) -> Iterator[StreamedEvent]:
        """The job's events with an id over `after`, then new ones until it has ended (section 6)."""
        return self._service.stream_job(self._account, job_id, after)

    def cancel_speech_job(self, job_id: UUID | str) -> SpeechJob:
        """Cancels the job unless it has ended, and returns it as it then stands."""
        return self._service.cancel_job(self._account, job_id)

    def usage(self) -> UsageResponse:
        """What was used in this billing period (GET /v1/usage)."""
        return self._service.usage(self._account)

    # Beyond the contract: only a local engine has these.

    @property
    def engine_version(self) -> str:
        """What every answer carries as `engine_version`: names the weights, your own models, the lexicon."""
        return self._models.engine_version

    def phonemize(self, text: str) -> "list[PhonemizedWord]":
        """How each word is read aloud, in the phonemic scheme, with its span and confidence; not metered."""
        with named_failures(uuid4()):
            _refuse_empty(text)
            return self._models.phonemize(text)

    def diacritize_with_confidence(
        self, text: str, include_ezafe: bool = True, *, sukun: bool = False
    ) -> "Diacritized":
        """The marks of `diacritize`, and how sure the model is of each; not metered.

        Args:
            sukun: also mark the consonants inside a word that no vowel follows.
        """
        with named_failures(uuid4()):
            _refuse_empty(text)
            return self._models.diacritize([text], include_ezafe, sukun)[0]

    def read_director_notes(self, notes: str) -> "Notes":
        """What `speech` makes of `director_notes`: clauses it follows and clauses it ignores; not metered."""
        from engine.speech.director import read_notes

        with named_failures(uuid4()):
            _refuse_empty(notes, "notes")
            return read_notes(notes)

    def diacritize_many(
        self,
        texts: Sequence[str],
        include_ezafe: bool = True,
        *,
        idempotency_keys: Sequence[str | None] | None = None,
    ) -> list[DiacritizeResponse]:
        """`diacritize` for many texts, batched on the device: all succeed, or none is charged."""
        answers = self._generate_many("diacritize", texts, idempotency_keys, include_ezafe=include_ezafe)
        return cast(list[DiacritizeResponse], answers)

    def pinglish_many(
        self,
        texts: Sequence[str],
        style: PinglishStyle = "readable",
        vowel_notation: VowelNotation = "double_a",
        *,
        idempotency_keys: Sequence[str | None] | None = None,
    ) -> list[PinglishResponse]:
        """`pinglish` for many texts, batched on the device: all succeed, or none is charged."""
        fields = {"style": style, "vowel_notation": vowel_notation}
        return cast(
            list[PinglishResponse], self._generate_many("pinglish", texts, idempotency_keys, **fields)
        )

    def translate_many(
        self, texts: Sequence[str], *, idempotency_keys: Sequence[str | None] | None = None
    ) -> list[TranslateResponse]:
        """`translate` for many texts, batched on the device: all succeed, or none is charged."""
        return cast(list[TranslateResponse], self._generate_many("translate", texts, idempotency_keys))

    def download(self, audio_url: str, path: Path | str) -> Path:
        """Writes the audio file of a signed address to `path`, whole or not at all.

        Raises:
            StorageUnavailable: `path` cannot be written.
        """
        return save(self.download_audio(audio_url), path)

    def speech_to_file(self, text: str, path: Path | str, **options: Any) -> SpeechResponse:
        """`speech` with the same options, its audio written to `path` as it is: see `mime_type`."""
        response = self.speech(text, **options)
        self.download(response.audio_url, path)
        return response

    def close(self) -> None:
        """Leaves running jobs to the next engine on the data folder and closes it."""
        self._service.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _generate(self, operation: str, key: str | None, **fields: Any) -> Any:
        return self._service.generate(self._account, operation, fields, key)

    def _generate_many(
        self, operation: str, texts: Sequence[str], keys: Sequence[str | None] | None, **fields: Any
    ) -> Any:
        if isinstance(texts, str):  # also a sequence of strings: its letters
            with named_failures(uuid4()):
                raise ValidationFailed("texts: must be a list of texts", details={"field": "texts"})
        bodies = [{"text": text, **fields} for text in texts]
        each = [None] * len(bodies) if keys is None else keys
        return self._service.generate_many(self._account, operation, bodies, each)


def _refuse_empty(text: object, field: str = "text") -> None:
    if not isinstance(text, str) or not text:
        raise ValidationFailed(f"{field}: must be a string that is not empty", details={"field": field})
