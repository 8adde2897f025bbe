"""AsyncLocalEngine: the same methods as LocalEngine, run in threads, so that an event loop goes on."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, ParamSpec, Self, TypeVar
from uuid import UUID

from engine.contract import (
    DiacritizeResponse,
    PinglishResponse,
    SpeechJob,
    SpeechResponse,
    StreamedEvent,
    TranslateResponse,
    UsageResponse,
)
from engine.contract.names import PinglishStyle, VowelNotation
from engine.local import LocalEngine

if TYPE_CHECKING:
    from engine.diacritics import Diacritized
    from engine.reading.phonemes import PhonemizedWord
    from engine.speech.director import Notes

_THREADS: Final = 64

P = ParamSpec("P")
R = TypeVar("R")


class AsyncLocalEngine:
    """LocalEngine for asyncio.

    A cancelled call goes on in its thread: its outcome is unknown, so repeat it with the same key.

    Args:
        options: As LocalEngine takes them.
    """

    def __init__(self, **options: Any) -> None:
        self._engine = LocalEngine(**options)
        # The loop's own pool has few threads on a small machine, and each followed stream keeps one.
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="engine")

    async def diacritize(
        self, text: str, include_ezafe: bool = True, *, idempotency_key: str | None = None
    ) -> DiacritizeResponse:
        """See LocalEngine.diacritize."""
        return await self._run(self._engine.diacritize, text, include_ezafe, idempotency_key=idempotency_key)

    async def pinglish(
        self,
        text: str,
        style: PinglishStyle = "readable",
        vowel_notation: VowelNotation = "double_a",
        *,
        idempotency_key: str | None = None,
    ) -> PinglishResponse:
        """See LocalEngine.pinglish."""
        return await self._run(
            self._engine.pinglish, text, style, vowel_notation, idempotency_key=idempotency_key
        )

    async def translate(self, text: str, *, idempotency_key: str | None = None) -> TranslateResponse:
        """See LocalEngine.translate."""
        return await self._run(self._engine.translate, text, idempotency_key=idempotency_key)

    async def speech(self, text: str, *options: Any, **more: Any) -> SpeechResponse:
        """See LocalEngine.speech, which takes the same options."""
        return await self._run(self._engine.speech, text, *options, **more)

    async def download_audio(self, audio_url: str) -> bytes:
        """See LocalEngine.download_audio."""
        return await self._run(self._engine.download_audio, audio_url)

    async def create_speech_job(self, text: str, *options: Any, **more: Any) -> SpeechJob:
        """See LocalEngine.create_speech_job, which takes the same options."""
        return await self._run(self._engine.create_speech_job, text, *options, **more)

    async def get_speech_job(self, job_id: UUID | str) -> SpeechJob:
        """See LocalEngine.get_speech_job."""
        return await self._run(self._engine.get_speech_job, job_id)

    async def stream_speech_job(
        self, job_id: UUID | str, after: int | None = None
    ) -> AsyncIterator[StreamedEvent]:
        """See LocalEngine.stream_speech_job."""
        events = await self._run(self._engine.stream_speech_job, job_id, after)
        while (event := await self._run(next, events, None)) is not None:
            yield event

    async def cancel_speech_job(self, job_id: UUID | str) -> SpeechJob:
        """See LocalEngine.cancel_speech_job."""
        return await self._run(self._engine.cancel_speech_job, job_id)

    async def usage(self) -> UsageResponse:
        """See LocalEngine.usage."""
        return await self._run(self._engine.usage)

    @property
    def engine_version(self) -> str:
        """See LocalEngine.engine_version."""
        return self._engine.engine_version

    async def phonemize(self, text: str) -> "list[PhonemizedWord]":
        """See LocalEngine.phonemize."""
        return await self._run(self._engine.phonemize, text)

    async def diacritize_with_confidence(
        self, text: str, include_ezafe: bool = True, *, sukun: bool = False
    ) -> "Diacritized":
        """See LocalEngine.diacritize_with_confidence."""
        return await self._run(self._engine.diacritize_with_confidence, text, include_ezafe, sukun=sukun)

    async def read_director_notes(self, notes: str) -> "Notes":
        """See LocalEngine.read_director_notes."""
        return await self._run(self._engine.read_director_notes, notes)

    async def diacritize_many(
        self,
        texts: Sequence[str],
        include_ezafe: bool = True,
        *,
        idempotency_keys: Sequence[str | None] | None = None,
    ) -> list[DiacritizeResponse]:
        """See LocalEngine.diacritize_many."""
        return await self._run(
            self._engine.diacritize_many, texts, include_ezafe, idempotency_keys=idempotency_keys
        )

    async def pinglish_many(
        self,
        texts: Sequence[str],
        style: PinglishStyle = "readable",
        vowel_notation: VowelNotation = "double_a",
        *,
        idempotency_keys: Sequence[str | None] | None = None,
    ) -> list[PinglishResponse]:
        """See LocalEngine.pinglish_many."""
        return await self._run(
            self._engine.pinglish_many, texts, style, vowel_notation, idempotency_keys=idempotency_keys
        )

    async def translate_many(
        self, texts: Sequence[str], *, idempotency_keys: Sequence[str | None] | None = None
    ) -> list[TranslateResponse]:
        """See LocalEngine.translate_many."""
        return await self._run(self._engine.translate_many, texts, idempotency_keys=idempotency_keys)

    async def download(self, audio_url: str, path: Path | str) -> Path:
        """See LocalEngine.download."""
        return await self._run(self._engine.download, audio_url, path)

    async def speech_to_file(self, text: str, path: Path | str, **options: Any) -> SpeechResponse:
        """See LocalEngine.speech_to_file."""
        return await self._run(self._engine.speech_to_file, text, path, **options)

    async def close(self) -> None:
        """See LocalEngine.close."""
        await self._run(self._engine.close)
        self._threads.shutdown(wait=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._threads, partial(call, *args, **kwargs))
