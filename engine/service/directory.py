"""The organizations of a data folder, their subscriptions and their API keys (sections 3.2, 5 and 8)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from engine.contract.errors import (
    AuthenticationFailed,
    NotFound,
    OrganizationInactive,
    PermissionRefused,
    ValidationFailed,
)
from engine.contract.names import Environment, OrganizationStatus, Plan
from engine.service.account import Account, Allowances
from engine.service.api_keys import SCOPES, Digest, Role, Scope, digest, id_of, matches, new_key
from engine.service.clock import Clock, SystemClock, moment
from engine.service.folder import STORE_FILE, opening
from engine.service.plans import PERMITTED, PLANS, Deed
from engine.service.schema import accounts, api_keys, organizations, subscriptions
from engine.service.store import Store

ROTATION_SECONDS: Final = 86_400  # section 5, rule 5: how long a rotated key stays valid
MOST: Final = 2**53 - 1  # of any amount: what every reader of JSON takes exactly (RFC 8259, section 6)
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}", re.ASCII)


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key as an administrator sees it: without its secret.

    Attributes:
        id: The part of the key that names it.
        account: Whose it is.
        scopes: The capabilities it opens.
        role: Of whoever holds it; no route of the API depends on it.
        created_at: When it was made.
        valid_until: When it ends or ended; None until it is rotated or revoked.
    """

    id: str
    account: str
    scopes: frozenset[Scope]
    role: Role
    created_at: datetime
    valid_until: datetime | None


@dataclass(frozen=True, slots=True)
class Principal:
    """Who sent a request, and what was opened to them.

    Attributes:
        account: Whose request it is.
        scopes: The capabilities they may use.
    """

    account: Account
    scopes: frozenset[Scope]

    def require(self, scope: Scope | None, deed: Deed) -> None:
        """Refuses what the key or its organization's status does not permit.

        Raises:
            OrganizationInactive, PermissionRefused: In this order of checking.
        """
        if deed not in PERMITTED[self.account.status]:
            raise OrganizationInactive(
                f"the organization's status is {self.account.status}", details={"status": self.account.status}
            )
        if scope is not None and scope not in self.scopes:
            raise PermissionRefused(f"the key lacks the scope {scope}", details={"scope": scope})


class Directory:
    """Keeps organizations and keys in the store of a data folder.

    Args:
        data_dir: The folder; made where missing.
        clock: Tells the time.

    Raises:
        StorageUnavailable: The folder cannot be used.
    """

    def __init__(self, data_dir: Path, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        with opening(data_dir):
            self._store = Store(data_dir / STORE_FILE)

    def subscribe(
        self, organization: str, environment: Environment, plan: Plan, status: OrganizationStatus = "active"
    ) -> Account:
        """Gives an organization, made where missing, a plan in an environment; its billing periods begin now.

        Raises:
            ValidationFailed: The name has not the form of one, plan and environment do not go together, or it
                is subscribed there already.
        """
        if not _NAME.fullmatch(organization):
            raise _invalid("organization", "must be 1 to 64 of a-z, 0-9 and -, no - at its start")
        _check_plan(plan, environment)
        account = Account(organization, environment, plan, status, PLANS[plan])
        now = self._clock.now()
        with self._store.write() as conn:
            if _subscription(conn, account.scope) is not None:
                raise _invalid("organization", f"{organization} has a plan in {environment} already")
            if not conn.scalar(select(organizations.c.name).where(organizations.c.name == organization)):
                conn.execute(insert(organizations).values(name=organization, created_at=now))
            conn.execute(insert(subscriptions).values(scope=account.scope, **_columns(account)))
            if conn.scalar(select(accounts.c.scope).where(accounts.c.scope == account.scope)) is None:
                conn.execute(insert(accounts).values(scope=account.scope, started_at=now))
        return account

    def change(self, organization: str, environment: Environment, changes: Mapping[str, Any]) -> Account:
        """Sets columns of a subscription: a new plan brings its allowances, the others are set over them.

        Args:
            changes: Names and values of `plan`, `status` and the fields of `Allowances`.

        Raises:
            NotFound: It has no plan there.
            ValidationFailed: Plan and environment do not go together, or an amount is no number, below 0,
                or over MOST.
        """
        values = dict(changes)
        if "plan" in values:
            _check_plan(values["plan"], environment)
            values = {**asdict(PLANS[values["plan"]]), **values}
        for name in values.keys() & set(_ALLOWANCES):
            least = int(name == "requests_per_minute")
            if values[name] is not None and not least <= values[name] <= MOST:  # nor is NaN
                raise _invalid(name, f"must be {least} to {MOST}")
        with self._store.write() as conn:
            scope = _subscribed(conn, organization, environment).scope
            if values:
                conn.execute(update(subscriptions).where(subscriptions.c.scope == scope).values(**values))
            return _account(_subscribed(conn, organization, environment))

    def accounts(self, organization: str | None = None) -> list[Account]:
        """The subscriptions of one organization, or of all."""
        mine = [] if organization is None else [subscriptions.c.organization == organization]
        with self._store.read() as conn:
            rows = conn.execute(select(subscriptions).where(*mine).order_by(subscriptions.c.scope)).all()
        return [_account(row) for row in rows]

    def account(self, scope: str) -> Account | None:
        """The account of a scope; None if there is none."""
        with self._store.read() as conn:
            row = _subscription(conn, scope)
        return None if row is None else _account(row)

    def create_key(
        self,
        organization: str,
        environment: Environment,
        scopes: Sequence[str] = SCOPES,
        role: Role = "member",
    ) -> tuple[ApiKey, str]:
        """A new key and, this once, its secret text.

        Raises:
            NotFound: The organization has no plan in the environment.
            ValidationFailed: A scope is none of SCOPES, or none was given.
        """
        if not scopes or not set(scopes) <= set(SCOPES):
            raise _invalid("scopes", f"must be some of {', '.join(SCOPES)}")
        with self._store.write() as conn:
            scope = _subscribed(conn, organization, environment).scope
            return self._insert_key(conn, scope, environment, ",".join(sorted(set(scopes))), role)

    def keys(self, organization: str | None = None) -> list[ApiKey]:
        """The keys of one organization, or of all, oldest first."""
        mine = [] if organization is None else [subscriptions.c.organization == organization]
        of = select(api_keys).join(subscriptions, subscriptions.c.scope == api_keys.c.scope)
        with self._store.read() as conn:
            rows = conn.execute(of.where(*mine).order_by(api_keys.c.created_at, api_keys.c.id)).all()
        return [_api_key(row) for row in rows]

    def rotate_key(self, id_: str) -> tuple[ApiKey, str]:
        """A new key in place of another, which stays valid for 24 hours.

        Raises:
            NotFound: There is no such key.
            ValidationFailed: It was rotated or revoked before.
        """
        now = self._clock.now()
        with self._store.write() as conn:
            old = _key_row(conn, id_)
            if old.valid_until is not None:
                raise _invalid("key", "was rotated or revoked before")
            _end_key(conn, id_, now + ROTATION_SECONDS)
            environment = conn.execute(
                select(subscriptions.c.environment).where(subscriptions.c.scope == old.scope)
            ).scalar_one()
            return self._insert_key(conn, old.scope, environment, old.scopes, old.role)

    def revoke_key(self, id_: str) -> ApiKey:
        """Ends a key at once.

        Raises:
            NotFound: There is no such key.
        """
        with self._store.write() as conn:
            row = _key_row(conn, id_)
            _end_key(conn, id_, min(row.valid_until or self._clock.now(), self._clock.now()))
            return _api_key(_key_row(conn, id_))

    def authenticate(self, key: str) -> Principal:
        """Whose key this is.

        Raises:
            AuthenticationFailed: It is nobody's, was revoked, or has ended.
        """
        id_ = id_of(key)
        row = None
        if id_ is not None:
            with self._store.read() as conn:
                row = conn.execute(_KEY_WITH_ACCOUNT, {"of_id": id_}).one_or_none()
        right = matches(key, None if row is None else Digest(row.salt, row.digest))
        if row is None or not right or (row.valid_until or float("inf")) <= self._clock.now():
            raise AuthenticationFailed("the API key is not valid")
        return Principal(_account(row), _scopes(row))

    def close(self) -> None:
        """Closes the store."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _insert_key(
        self, conn: Connection, scope: str, environment: Environment, scopes: str, role: str
    ) -> tuple[ApiKey, str]:
        key, id_ = new_key(environment)
        salt, hash_ = digest(key)
        conn.execute(
            insert(api_keys).values(
                id=id_,
                scope=scope,
                salt=salt,
                digest=hash_,
                scopes=scopes,
                role=role,
                created_at=self._clock.now(),
            )
        )
        return _api_key(_key_row(conn, id_)), key


_KEY_WITH_ACCOUNT: Final = (
    select(api_keys, *(column for column in subscriptions.c if column.name != "scope"))
    .join(subscriptions, subscriptions.c.scope == api_keys.c.scope)
    .where(api_keys.c.id == bindparam("of_id"))
)
_ALLOWANCES: Final = tuple(field.name for field in fields(Allowances))


def _check_plan(plan: Plan, environment: Environment) -> None:
    if (plan == "sandbox") != (environment == "test"):  # section 5, rule 2
        raise _invalid("plan", "is sandbox in the test environment, and another in the live one")


def _subscription(conn: Connection, scope: str) -> Row[Any] | None:
    return conn.execute(select(subscriptions).where(subscriptions.c.scope == scope)).one_or_none()


def _subscribed(conn: Connection, organization: str, environment: Environment) -> Row[Any]:
    row = _subscription(conn, Account(organization, environment).scope)
    if row is None:
        raise NotFound(
            f"the organization {organization} has no plan in the environment {environment}",
            details={"field": "organization"},
        )
    return row


def _key_row(conn: Connection, id_: str) -> Row[Any]:
    row = conn.execute(select(api_keys).where(api_keys.c.id == id_)).one_or_none()
    if row is None:
        raise NotFound("there is no API key of this id", details={"field": "key"})
    return row


def _end_key(conn: Connection, id_: str, when: float) -> None:
    conn.execute(update(api_keys).where(api_keys.c.id == id_).values(valid_until=when))


def _account(row: Row[Any]) -> Account:
    allowances = Allowances(**{name: getattr(row, name) for name in _ALLOWANCES})
    return Account(row.organization, row.environment, row.plan, row.status, allowances)


def _columns(account: Account) -> dict[str, Any]:
    columns = asdict(account)
    allowances: dict[str, Any] = columns.pop("allowances")
    return columns | allowances


def _scopes(row: Row[Any]) -> frozenset[Scope]:
    return frozenset(row.scopes.split(","))


def _api_key(row: Row[Any]) -> ApiKey:
    return ApiKey(
        id=row.id,
        account=row.scope,
        scopes=_scopes(row),
        role=row.role,
        created_at=moment(row.created_at),
        valid_until=None if row.valid_until is None else moment(row.valid_until),
    )


def _invalid(field: str, reason: str) -> ValidationFailed:
    return ValidationFailed(f"{field}: {reason}", details={"field": field})
