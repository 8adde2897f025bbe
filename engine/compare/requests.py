"""The requests of a comparison, and what each costs on a remote engine."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from engine.contract.limits import MAX_TEXT_CODE_POINTS, TRANSLATION_MULTIPLIER
from engine.contract.names import PinglishStyle
from engine.contract.persian import has_persian_letter
from engine.remote import calls
from engine.text.split import split_text

Capability = Literal["diacritize", "pinglish", "translate", "speech"]
CAPABILITIES: Final[tuple[Capability, ...]] = get_args(Capability)
_STYLES: Final[tuple[PinglishStyle, ...]] = get_args(PinglishStyle)


@dataclass(frozen=True, slots=True)
class Request:
    """One request that both engines get.

    Attributes:
        capability: The method of the engine.
        text: What it is given.
        options: Its other arguments.
        units: Text units it costs; speech is charged by the seconds it turns out to have, and costs none.
    """

    capability: Capability
    text: str
    options: tuple[tuple[str, Any], ...]
    units: int

    def ask(self, engine: Any) -> Any:
        """The engine's answer."""
        return getattr(engine, self.capability)(self.text, **dict(self.options))

    def call(self) -> calls.Call[Any]:
        """What asks a remote engine the same."""
        build: Callable[..., calls.Call[Any]] = getattr(calls, self.capability)
        return build(self.text, **dict(self.options))


_VARIANTS: Final[dict[Capability, tuple[tuple[tuple[str, Any], ...], ...]]] = {
    "diacritize": ((),),
    "pinglish": tuple((("style", style),) for style in _STYLES),
    "translate": ((),),
    "speech": ((),),
}
_UNITS: Final[dict[Capability, Callable[[str], int]]] = {
    "diacritize": len,
    "pinglish": len,
    "translate": lambda text: TRANSLATION_MULTIPLIER * len(text),
    "speech": lambda _: 0,
}


def texts_of(content: str) -> list[str]:
    """The lines of a file that an engine takes: those with a Persian letter, long ones cut (section 1.7)."""
    pieces = (piece for line in content.splitlines() for piece in split_text(line, MAX_TEXT_CODE_POINTS))
    return [piece.strip() for piece in pieces if has_persian_letter(piece)]


def requests_of(texts: Sequence[str], capabilities: Sequence[Capability]) -> Iterator[Request]:
    """All requests of a comparison, text by text."""
    for text in texts:
        for capability in capabilities:
            for options in _VARIANTS[capability]:
                yield Request(capability, text, options, _UNITS[capability](text))
