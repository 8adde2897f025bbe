"""One way to an engine, wherever it is."""

from typing import TYPE_CHECKING, Any, Literal, overload

from engine.contract.errors import ValidationFailed

if TYPE_CHECKING:
    from engine.local import LocalEngine
    from engine.remote import RemoteEngine


@overload
def connect(address: Literal["local"], **options: Any) -> "LocalEngine": ...
@overload
def connect(address: str, **options: Any) -> "LocalEngine | RemoteEngine": ...
def connect(address: str, **options: Any) -> "LocalEngine | RemoteEngine":
    """An engine at an address.

    Args:
        address: "local", or the `https://host` of a service; plain http to this machine itself only.
        options: What the engine's class takes, such as `data_dir` of a local one, `api_key` of a remote one.

    Raises:
        AuthenticationFailed: A remote engine has no key.
        ValidationFailed: The address is not supported.
    """
    if address == "local":
        from engine.local import LocalEngine

        return LocalEngine(**options)
    if isinstance(address, str) and "://" in address:
        from engine.remote import RemoteEngine

        return RemoteEngine(address, **options)
    raise ValidationFailed(f"address: {address!r} is neither 'local' nor a URL", details={"field": "address"})
