"""What the service runs. It hands over text and takes back results; it knows nothing of models or tensors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.contract import (
    AlignmentItem,
    BasicSpeechRequest,
    Fallback,
    Operation,
    PremiumSpeechRequest,
)
from engine.contract.names import MimeType, PinglishStyle, VowelNotation

StopCheck = Callable[[], bool]  # asked now and then; True means: give up
Listener = Callable[[bytes], None]  # takes MP3 chunks while speech is made


class SpeechStopped(Exception):
    """Synthesis gave up because its StopCheck said so."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A finished audio file.

    Attributes:
        data: The file.
        mime_type: Its format.
        duration_seconds: Length of the audio in the file, over 0.
        voice: The voice heard.
        fallback: Why it is not the voice asked for; None if it is.
    """

    data: bytes
    mime_type: MimeType
    duration_seconds: float
    voice: str
    fallback: Fallback | None = None


class Marked(Protocol):
    """A diacritized text."""

    @property
    def marked(self) -> str: ...
    @property
    def operations(self) -> tuple[Operation, ...]: ...


class Romanized(Protocol):
    """A text in Latin script."""

    @property
    def pinglish(self) -> str: ...
    @property
    def alignment(self) -> tuple[AlignmentItem, ...]: ...
    @property
    def warnings(self) -> tuple[str, ...]: ...


class Capabilities(Protocol):
    """The four capabilities; calls come from many threads at once.

    The text capabilities take several texts and answer in their order, so that they can batch.
    Any EngineError they raise reaches the caller as it is; anything else becomes InternalError.
    """

    @property
    def engine_version(self) -> str:
        """A stable name of what runs; it changes whenever results may (section 2.5)."""

    def diacritize(self, texts: Sequence[str], include_ezafe: bool) -> Sequence[Marked]:
        """Marks of each text (section 2.6)."""

    def romanize(
        self, texts: Sequence[str], style: PinglishStyle, vowel_notation: VowelNotation
    ) -> Sequence[Romanized]:
        """Each text in Latin script (section 2.7)."""

    def translate(self, texts: Sequence[str]) -> Sequence[str]:
        """Each text in English; ServiceUnavailable where there is no valid result (section 4.6)."""

    def speak(
        self,
        request: BasicSpeechRequest | PremiumSpeechRequest,
        should_stop: StopCheck,
        listener: Listener | None = None,
    ) -> Clip:
        """The text as an audio file (section 2.9); a listener hears it section by section before that.

        Raises:
            SpeechStopped: `should_stop` said so.
        """

    def join(self, clips: Sequence[Clip]) -> Clip:
        """Clips of the sections of one Premium text, in order, as one file with pauses between them."""
