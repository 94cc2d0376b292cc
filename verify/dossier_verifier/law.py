"""The numbers of the law and the table of treatments, as docs/rules/engine.md states them."""

from fractions import Fraction
from typing import Dict, Tuple

from .brussels import DAY_US, HOUR_US, instant_of, year_end
from .decimals import ZERO, cents

FIRST_TAXED_YEAR = 2026
FIRST_YEAR = 2009
FIRST_DECLARATION_YEAR = 2024
PHOTO_MOMENT = year_end(2025)
HIGHER_COST_UNTIL = 2030
INCOME_PERCENT = 30
SPECULATION_PERCENT = 33
GAINS_PERCENT = 10
EVENT_PRICE_AGE = DAY_US
PHOTO_PRICE_AGE = 7 * DAY_US
# A day on which clocks are set back has 25 hours.
ENTERED_PRICE_AGE = DAY_US + HOUR_US
LOSS_YEARS = 5

# From an income year on: the base of the exemption, what a year carries over at most, and what a year can use
# of it at most.
EXEMPTIONS = ((2026, Fraction(10_000), Fraction(1_000), Fraction(5_000)),)

NORMAL_REGIME = "NORMAAL_BEHEER"
SPECULATION = "SPECULATIEF"

# Coins that their issuer redeems at par, with their currency and the first day.
STABLECOINS: Dict[str, Tuple[str, int]] = {
    coin: (currency, instant_of(f"{since}T00:00:00.000000Z"))
    for coin, currency, since in (
        ("EURC", "EUR", "2022-06-30"),
        ("EUROC", "EUR", "2022-06-30"),
        ("PYUSD", "USD", "2023-08-07"),
        ("USDC", "USD", "2018-09-26"),
        ("USDT", "USD", "2014-10-06"),
    )
}

EVENT_TYPES = ("ACQUISITION", "DISPOSITION", "EXPENSE", "FEE", "INCOME")
INCOMING = ("ACQUISITION", "INCOME")
SWAP_TREATMENTS = ("NORMAL", "UNCLASSIFIED", "NFT_BUY", "OFFRAMP", "PERSONAL_SPEND")
IN_TREATMENTS = ("BRIDGE_WITHDRAW", "CONTINUITY_WITHDRAW", "CONTINUITY_WRAP", "CONTINUITY_UNWRAP")
OUT_TREATMENTS = (
    "TRANSFER_OUT_OWN_WALLET",
    "BRIDGE_DEPOSIT",
    "CONTINUITY_DEPOSIT",
    "CONTINUITY_WRAP",
    "CONTINUITY_UNWRAP",
    "STAKE_BEACON",
)
GIVEN_TREATMENTS = ("GIFT_GIVEN", "DONATION", "LOST", "STOLEN")

# The treatments that a match gives its outgoing and its incoming leg.
MATCH_TREATMENTS: Dict[str, Tuple[str, str]] = {
    "SELF_TRANSFER": ("TRANSFER_OUT_OWN_WALLET", "CONTINUITY_WITHDRAW"),
    "BRIDGE": ("BRIDGE_DEPOSIT", "BRIDGE_WITHDRAW"),
    "MIGRATION": ("CONTINUITY_DEPOSIT", "CONTINUITY_WITHDRAW"),
    "WRAP": ("CONTINUITY_WRAP", "CONTINUITY_WRAP"),
    "UNWRAP": ("CONTINUITY_UNWRAP", "CONTINUITY_UNWRAP"),
}

# What an event does to the pools.
NONE = "NONE"
NEW_LOT = "NEW_LOT"
GIFT = "GIFT"
LOAN = "LOAN"
INCOME = "INCOME"
ARRIVE = "ARRIVE"
SALE = "SALE"
GIVEN = "GIVEN"
LEAVE = "LEAVE"
REPAYMENT = "REPAYMENT"
COST = "COST"


def row_of(kind: str, treatment: str, is_loan: bool, is_repayment: bool, year: int) -> str:
    """Returns the row of the table of engine.md, section 2; spam and money are left to the caller."""
    if treatment == "IGNORED":
        return NONE
    if kind in ("FEE", "EXPENSE"):
        return COST
    if kind == "INCOME":
        return INCOME
    if kind == "ACQUISITION":
        if is_loan:
            return LOAN
        if treatment == "GIFT_RECEIVED":
            return GIFT
        return ARRIVE if treatment in IN_TREATMENTS else NEW_LOT
    if is_repayment:
        return REPAYMENT
    if treatment in GIVEN_TREATMENTS or (treatment == "GIFT_TO_NON_RESIDENT" and year < FIRST_TAXED_YEAR):
        return GIVEN
    return LEAVE if treatment in OUT_TREATMENTS else SALE


def gains_percent(year: int, regime: str) -> int:
    """Returns the rate of the tax on gains."""
    if regime == SPECULATION:
        return SPECULATION_PERCENT
    return GAINS_PERCENT if year >= FIRST_TAXED_YEAR else 0


def tax_of(base: Fraction, percent: int) -> Fraction:
    """Returns a tax in cents; there is none on a loss."""
    return cents(max(base, ZERO) * percent / 100)


def has_exemption(year: int, regime: str) -> bool:
    """Tells whether a year has the exemption of gains."""
    return year >= FIRST_TAXED_YEAR and regime != SPECULATION


def photo_basis(cost: Fraction, photo: Fraction, proceeds: Fraction, year: int) -> Fraction:
    """Returns the basis of units from before 2026: their photo value, or a higher cost without a loss."""
    if cost > photo and year <= HIGHER_COST_UNTIL:
        return min(cost, max(proceeds, photo))
    return photo


def exemption_amounts(year: int) -> Tuple[Fraction, Fraction, Fraction]:
    """Returns base, carried and usable amount of a year: its own, else the last published ones."""
    _since, base, a_year, usable = [row for row in EXEMPTIONS if row[0] <= year][-1]
    return base, a_year, usable


def law_values(year: int) -> Dict[str, Fraction]:
    """Returns the numbers of the law that a dossier states for a year, by name."""
    values = {
        "CAPITAL_GAINS_RATE": Fraction(gains_percent(year, NORMAL_REGIME)),
        "SPECULATIVE_GAINS_RATE": Fraction(SPECULATION_PERCENT),
        "INCOME_RATE": Fraction(INCOME_PERCENT),
    }
    if year >= FIRST_TAXED_YEAR:
        names = ("EXEMPTION", "EXEMPTION_CARRIED_A_YEAR", "EXEMPTION_CARRIED_USABLE")
        values.update(zip(names, exemption_amounts(year)), HIGHER_COST_UNTIL=Fraction(HIGHER_COST_UNTIL))
    return values
