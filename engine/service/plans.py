"""What each plan includes and what each status of an organization permits (sections 3.2, 5 and 8).

The API document shows neither amounts nor meanings; both are chosen here and can be set per organization.
"""

from typing import Final, Literal

from engine.contract.names import OrganizationStatus, Plan
from engine.service.account import Allowances

Deed = Literal["generate", "read"]  # starting work that costs; usage, and reading and cancelling jobs

PLANS: Final[dict[Plan, Allowances]] = {
    "sandbox": Allowances(50_000, 600.0, 120.0, requests_per_minute=30),
    "builder": Allowances(1_000_000, 18_000.0, 3_600.0, requests_per_minute=60),
    "growth": Allowances(5_000_000, 90_000.0, 18_000.0, requests_per_minute=300),
    "scale": Allowances(25_000_000, 450_000.0, 90_000.0, requests_per_minute=1_200),
}

PERMITTED: Final[dict[OrganizationStatus, frozenset[Deed]]] = {
    "pending_payment": frozenset(),  # section 5, rule 6: access begins when payment is verified
    "active": frozenset({"generate", "read"}),
    "canceling": frozenset({"generate", "read"}),  # paid until the period ends
    "past_due": frozenset({"read"}),
    "disabled": frozenset(),
}
