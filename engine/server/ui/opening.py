"""Opening the page of a server: for which organization, and to whom it can be seen at all."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from engine.contract.errors import ValidationFailed
from engine.contract.names import Environment
from engine.server.ui.page import Page
from engine.service.account import Account
from engine.service.directory import Directory


@dataclass(frozen=True, slots=True)
class PageOptions:
    """What an operator says of the page.

    Attributes:
        organization: Whom everyone at the page works for; None where the folder has one alone.
        environment: In which environment.
        beyond_loopback: Whether other machines may reach it.
    """

    organization: str | None = None
    environment: Environment = "live"
    beyond_loopback: bool = False


def open_page(options: PageOptions, directory: Directory, address: str, base_url: str | None) -> Page:
    """The page of a server.

    Args:
        address: What clients of this machine call the server.
        base_url: What others call it; None if nobody else does.

    Raises:
        ValidationFailed: It is not clear which organization is meant, or other machines could reach the page
            and `beyond_loopback` does not say so.
    """
    addresses = [address] if base_url is None else [base_url, address]
    exposed = [each for each in addresses if not is_loopback(urlsplit(each).hostname or "")]
    if exposed and not options.beyond_loopback:
        raise _invalid("ui", f"{exposed[0]} is not loopback; --ui-beyond-loopback lets other machines in")
    return Page(_account(options, directory), tuple(addresses + _aliases(address)))


def is_loopback(host: str) -> bool:
    """Whether a host can be reached from this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _aliases(address: str) -> list[str]:
    parts = urlsplit(address)
    local = is_loopback(parts.hostname or "")
    return [f"{parts.scheme}://localhost:{parts.port}"] if local else []


def _account(options: PageOptions, directory: Directory) -> Account:
    there = [each for each in directory.accounts() if each.environment == options.environment]
    meant = [each for each in there if options.organization in (None, each.organization)]
    if len(meant) == 1:
        return meant[0]
    names = ", ".join(each.organization for each in there) or "none yet: persian-engine orgs create NAME"
    raise _invalid("ui_organization", f"name one of the environment {options.environment} ({names})")


def _invalid(field: str, reason: str) -> ValidationFailed:
    return ValidationFailed(f"{field}: {reason}", details={"field": field})
