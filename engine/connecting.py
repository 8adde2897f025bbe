"""One way to an engine, wherever it is."""

from typing import TYPE_CHECKING, Any

from engine.contract.errors import ValidationFailed

if TYPE_CHECKING:
    from engine.local import LocalEngine


def connect(address: str, **options: Any) -> "LocalEngine":
    """An engine at an address.

    Args:
        address: "local".
        options: What the engine's class takes.

    Raises:
        ValidationFailed: The address is not supported.
    """
    if address != "local":
        raise ValidationFailed(
            f"{address!r} is not supported: this version connects to 'local' only",
            details={"field": "address"},
        )
    from engine.local import LocalEngine

    return LocalEngine(**options)
