"""What the verifier knows while it computes: events, pairs of legs, lots, and parts of lots."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple

from .decimals import AMOUNT_DIGITS, ZERO, share_left

Line = Dict[str, Any]
Key = Tuple[str, ...]
Age = Tuple[int, Key, int]


@dataclass(eq=False)
class Event:
    """An imported event, with its values after corrections and what was computed for it."""

    fact: Line
    override: Optional[Line]
    key: Key
    at: int
    year: int
    month: int
    amount: Fraction
    # The event's own value in EUR, and the origin of the price that it comes from.
    own_value: Optional[Fraction] = None
    shown_value: Optional[Fraction] = None
    price_source: str = "NONE"
    price_origin: Optional[str] = None
    rule_id: Optional[str] = None
    kind: str = ""
    treatment: str = ""
    taxable: bool = False
    is_spam: bool = False
    row: str = "NONE"
    # Proceeds or basis: the own value, or a share of the value of a swap.
    value: Optional[Fraction] = None
    fees: Fraction = ZERO
    in_swap: bool = False
    pairs: List["Pair"] = field(default_factory=list)
    # Figures.
    gain: Optional[Fraction] = None
    income: Fraction = ZERO
    slices: List["Slice"] = field(default_factory=list)
    # A departure that acted before the opening, with its arrival.
    has_acted: bool = False

    @property
    def id(self) -> str:
        return str(self.fact["id"])

    @property
    def asset(self) -> str:
        return str(self.fact["assetKey"])

    @property
    def is_money(self) -> bool:
        """EUR always is money; another asset is where the import says so."""
        return self.asset == "EUR" or bool(self.fact["fiat"])

    def corrected(self, name: str) -> Any:
        """Returns a field of the correction of the event; None if there is none."""
        return None if self.override is None else self.override[name]

    @property
    def held_since(self) -> Optional[int]:
        """The start of the holding period that the user gave the lots of the event."""
        since: Optional[int] = self.corrected("originAcquiredAt")
        return since


@dataclass(eq=False)
class Pair:
    """An outgoing and an incoming leg, with the units of both that belong to this pair."""

    out: Event
    into: Event
    match_id: Optional[str]
    out_amount: Fraction = ZERO
    in_amount: Fraction = ZERO

    @property
    def arriving(self) -> Fraction:
        """The units that arrive, of those that left."""
        return min(self.out_amount, self.in_amount)


@dataclass(eq=False)
class Debt:
    """Units that were borrowed and are not paid back."""

    event_id: str
    asset: str
    remaining: Fraction
    borrowed: int


@dataclass(eq=False)
class Lot:
    """Units of one asset that were acquired at one time."""

    asset: str
    event_id: str
    origin_id: str
    acquired: int
    held_since: int
    key: Key
    arrival: int
    amount: Fraction
    remaining: Fraction
    cost: Fraction = ZERO
    fees: Fraction = ZERO
    # The loan that brought the units.
    loan: Optional[Debt] = None
    # Asset and amount at the photo moment, where they are not those of now.
    photo: Optional[Tuple[str, Fraction]] = None
    waiting: Fraction = ZERO
    waiting_cost: Fraction = ZERO
    # Units up to these came by a transfer that gave them another start of the holding period.
    marks: List[Tuple[Fraction, int]] = field(default_factory=list)
    # The id that the dossier gives it.
    name: Optional[str] = None

    @property
    def age(self) -> Age:
        """Lots leave in this order."""
        return (self.acquired, self.key, self.arrival)

    @property
    def gone(self) -> Fraction:
        return self.amount - self.remaining

    @property
    def cost_left(self) -> Fraction:
        """The cost of the units that are in the pool."""
        return share_left(self.cost, self.remaining, self.amount)

    def mark(self, until: Fraction, since: int) -> None:
        """Gives the units up to `until` another start of their holding period."""
        self.marks = [(until, since)] + [mark for mark in self.marks if mark[0] > until]

    def next_held_since(self) -> int:
        """Returns the start of the holding period of the next unit."""
        for until, since in self.marks:
            if until > self.gone:
                return since
        return self.held_since

    def take(self, wanted: Fraction) -> "Part":
        """Takes up to `wanted` units. They carry the total left before less the total left after."""
        since = self.next_held_since()
        before = self.remaining
        amount = min(wanted, before)
        after = before - amount

        def carried(whole: Fraction, digits: int = 12) -> Fraction:
            return share_left(whole, before, self.amount, digits) - share_left(
                whole, after, self.amount, digits
            )

        photo = None if self.photo is None else (self.photo[0], carried(self.photo[1], AMOUNT_DIGITS))
        self.remaining = after
        return Part(self, amount, carried(self.cost), carried(self.fees), photo, since)


@dataclass(eq=False)
class Part:
    """Units taken from one lot, with their share of its cost and fees."""

    lot: Lot
    amount: Fraction
    cost: Fraction
    fees: Fraction
    photo: Optional[Tuple[str, Fraction]]
    held_since: int

    def portion(self, start: Fraction, end: Fraction) -> "Part":
        """Returns the units from `start` up to `end` of this part."""

        def of(whole: Fraction, digits: int = 12) -> Fraction:
            return round(whole * end / self.amount, digits) - round(whole * start / self.amount, digits)

        photo = None if self.photo is None else (self.photo[0], of(self.photo[1], AMOUNT_DIGITS))
        return Part(self.lot, end - start, of(self.cost), of(self.fees), photo, self.held_since)


@dataclass(eq=False)
class Slice:
    """The part of a lot that an event took, as a figure."""

    part: Part
    kind: str
    days: int
    is_gain: bool = False
    proceeds: Optional[Fraction] = None
    basis: Fraction = ZERO
    gain: Fraction = ZERO


@dataclass(eq=False)
class Opening:
    """What the last submitted year passed on."""

    year: int
    sums: Line
    lots: List[Lot] = field(default_factory=list)
    # Parts that wait outside their pool, by the outgoing leg.
    waiting: Dict[str, List[Part]] = field(default_factory=dict)
    debts: List[Debt] = field(default_factory=list)
    # Transfers that have acted while a leg is still to come.
    acted: List[Tuple[str, str]] = field(default_factory=list)
