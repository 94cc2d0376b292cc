#!/usr/bin/env python3
"""Verifies the dossier of a year: python3 verify_dossier.py dossier.zip

Made of the modules in verify/dossier_verifier by `npm run verifier`. It needs Python 3.9 or newer and nothing else.
"""

import argparse
import hashlib
import json
import re
import sys
import zipfile
import zlib
from bisect import insort
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from typing import AbstractSet, Any, Callable, Dict, Iterable, List, Optional, Sequence, Set, Tuple

# ---- decimals ----

ZERO = Fraction(0)
AMOUNT_DIGITS = 24
EUR_DIGITS = 12
CENT_DIGITS = 2

_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")


class BadValue(ValueError):
    """A text that is not what its field may hold."""


def decimal_of(text: str, digits: int) -> Fraction:
    """Returns the value of a plain decimal with at most `digits` fraction digits."""
    if not isinstance(text, str) or len(text) > 80 or _DECIMAL.fullmatch(text) is None:
        raise BadValue("is not a plain decimal")
    if "." in text and len(text.split(".")[1]) > digits:
        raise BadValue(f"has more than {digits} fraction digits")
    return Fraction(text)


def rounded(value: Fraction, digits: int) -> Fraction:
    """Rounds to `digits` fraction digits, half to even."""
    return round(value, digits)


def euro(value: Fraction) -> Fraction:
    """Rounds to the 12 fraction digits that a share of money has."""
    return round(value, EUR_DIGITS)


def cents(value: Fraction) -> Fraction:
    """Rounds a sum to cents."""
    return round(value, CENT_DIGITS)


def total(values: Iterable[Fraction]) -> Fraction:
    """Adds numbers up."""
    return sum(values, ZERO)


def text_of(value: Optional[Fraction]) -> str:
    """Writes a number for a message: all its digits, or the first 30 of a number that never ends."""
    if value is None:
        return "null"
    sign = "-" if value < 0 else ""
    scaled = abs(value) * 10**30
    whole, fraction = divmod(scaled.numerator // scaled.denominator, 10**30)
    digits = f"{fraction:030d}".rstrip("0")
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"


def share_left(whole: Fraction, units_left: Fraction, units: Fraction, digits: int = EUR_DIGITS) -> Fraction:
    """Returns what `units_left` of `units` keep of a total. Whole and empty remainders are never rounded."""
    if units_left == 0:
        return ZERO
    return whole if units_left == units else round(whole * units_left / units, digits)


class RunningShares:
    """Shares a total over parts in order: the share of all parts so far, less what earlier ones got."""

    def __init__(self, whole: Fraction, weight: Fraction, digits: int = EUR_DIGITS) -> None:
        self._whole = whole
        self._weight = weight
        self._digits = digits
        self._so_far = ZERO
        self._given = ZERO

    def next(self, weight: Fraction) -> Fraction:
        """Returns the share of the next part."""
        self._so_far += weight
        up_to_here = round(self._whole * self._so_far / self._weight, self._digits)
        share = up_to_here - self._given
        self._given = up_to_here
        return share


# ---- brussels ----

DAY_US = 24 * 3600 * 1_000_000
HOUR_US = 3600 * 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

_INSTANT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6})Z")


def instant_of(text: str) -> int:
    """Returns the microseconds since 1970 of an instant such as `2026-01-10T09:00:00.000000Z`."""
    match = _INSTANT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BadValue("is not an instant in UTC with six fraction digits")
    try:
        moment = datetime.strptime(match.group(1), "%Y-%m-%dT%H:%M:%S.%f").replace(tzinfo=timezone.utc)
    except ValueError as error:
        raise BadValue("is not an instant that exists") from error
    return _microseconds(moment)


def instant_text(at: int) -> str:
    """Writes microseconds since 1970 as the dossier writes instants."""
    return (EPOCH + timedelta(microseconds=at)).strftime("%Y-%m-%dT%H:%M:%S.%f") + "Z"


def _microseconds(moment: datetime) -> int:
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _change(year: int, month: int) -> int:
    """Returns when the clocks change in March or October: at one o'clock UTC on the last Sunday."""
    last = datetime(year, month, 31, 1, tzinfo=timezone.utc)
    return _microseconds(last - timedelta(days=(last.weekday() + 1) % 7))


def _local(at: int) -> datetime:
    winter = EPOCH + timedelta(microseconds=at + HOUR_US)
    year = winter.year
    is_summer = _change(year, 3) <= at < _change(year, 10)
    return winter + timedelta(hours=1) if is_summer else winter


def year_and_month(at: int) -> Tuple[int, int]:
    """Returns the year and the month of an instant in Brussels."""
    local = _local(at)
    return local.year, local.month


def year_end(year: int) -> int:
    """Returns the instant at which a year ends in Brussels."""
    return _microseconds(datetime(year, 12, 31, 23, tzinfo=timezone.utc))


def days_between(since: int, until: int) -> int:
    """Returns the calendar days of Brussels from one instant to another, never below 0."""
    return max(0, _local(until).toordinal() - _local(since).toordinal())


# ---- law ----

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


# ---- model ----

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


# ---- lines ----

# The fields of each file, in their order. After a colon: what it holds (text if nothing), and `?` where it
# may be null. Decimals are of kind amount or eur, and `any` is not read.
FIELDS: Dict[str, str] = {
    "facts": """
        id accountId account accountLabel:text? assetKey assetSymbol:text? assetName:text? assetChain:text?
        fiat:bool type referenceId amount:amount timestamp:instant euroValue:eur? treatment taxable:bool?
        priceSource:text? description:text? protocol:text? continuityGroupId:text? counterpartyAddress:text?
        chainId:int? flags:list spam:bool needsReview:bool isLoan:bool isRepayment:bool
    """,
    "overrides": """
        id eventId type:text? treatment:text? taxable:bool? euroValue:eur? amount:amount? timestamp:instant?
        description:text? flags:list? originAcquiredAt:instant?
    """,
    "rules": """
        id ordinal:int action matchType direction counterpartyAddress:text? chainId:int? matchValue:text?
        thresholdEur:eur?
    """,
    "matches": "id joinedMatchId:text? ordinal:int outEventId inEventId kind",
    "prices": "eventId:text? assetKey moment:instant for eur:eur at:instant? origin own:bool",
    "money": """
        id accountId account accountLabel:text? currency type purpose:text? referenceId:text? amount:amount
        timestamp:instant description:text?
    """,
    "years": """
        year:int regime hasCircumstances:bool exemptionUsedElsewhere:eur? otherGains:eur?
        derivativeResults:eur? taxWithheld:eur? ownedSharePercent:eur? accountShares:list?
        municipalSurchargePercent:eur? speculativeLossYearMinus1:eur? speculativeLossYearMinus2:eur?
        speculativeLossYearMinus3:eur? speculativeLossYearMinus4:eur? speculativeLossYearMinus5:eur?
    """,
    "law": "name value:text? unit:text? source:text? article:text? status:text?",
    "events": """
        id timestamp:instant type treatment taxable:bool amount:amount assetKey euroValue:eur? priceSource
        overrideId:text? ruleId:text? matchId:text? totalGain:eur? income:eur
    """,
    "slices": """
        eventId ordinal:int kind lotId amount:amount proceeds:eur? isGain:bool historicCost:eur costBasis:eur
        gain:eur holdingPeriodDays:int
    """,
    "lots": "id assetKey originEventId acquiredAt:instant amount:amount costBasis:eur",
    "photo": "id assetKey originEventId acquiredAt:instant amount:amount costBasis:eur price:eur? value:eur?",
    "figures": "name eur:eur? low:eur? high:eur?",
    "issues": "id type eventId:text? assetKey:text? timestamp:instant?",
    "log": "place:int covers:any hash",
    "reported": """
        assetKey assetSymbol:text? platform country:text? kind units:amount eur:eur? fees:eur?
        transactions:int withoutValue:int
    """,
}

# The parts of the opening have fields of their own.
OPENING_FIELDS: Dict[str, str] = {
    "YEAR": "part year:int sums:any",
    "LOT": """
        part id assetKey eventId originEventId fromLotId:text? acquiredAt:instant heldSince:instant
        arrivedAt:instant amount:amount costBasis:eur feesEur:eur photo:any remaining:amount key:list
        arrival:int
    """,
    "WAITING": "part outEventId lotId amount:amount costBasis:eur feesEur:eur photo:any heldSince:instant",
    "MARK": "part assetKey heldSince:instant? untilLotId until:amount arrival:int",
    "DEBT": "part eventId assetKey borrowedAt:instant amount:amount originalCostBasis:eur remaining:amount",
    "AHEAD": "part outEventId inEventId",
}


# Fields of the opening that no figure of a later year needs.
OTHER_OPENING_FIELDS = {"origin", "saleProceeds", "soldAt"}


class Difference(Exception):
    """What a dossier says, and what it should say."""

    def __init__(self, file: str, line: Any, field: str, says: str, expected: str, row: str = "") -> None:
        super().__init__(file, line, field, says, expected)
        self.file = file
        self.line = line
        # What the line is of: an id, or the name of a figure.
        self.row = row
        self.field = field
        self.says = says
        self.expected = expected


def file_name(name: str) -> str:
    """Returns the name of a file of lines in the ZIP."""
    return f"data/{name}.jsonl"


def read_lines(name: str, content: bytes) -> List[Line]:
    """Returns the lines of a file as values. Throws Difference for one that is not as described."""
    file = file_name(name)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Difference(file, line, "", "bytes that are not UTF-8", "UTF-8") from error
    if text and not text.endswith("\n"):
        raise Difference(
            file, text.count("\n") + 1, "", "a last line without LF", "LF at the end of each line"
        )
    return [_read_line(name, file, number, line) for number, line in enumerate(text.split("\n")[:-1], 1)]


def _read_line(name: str, file: str, number: int, text: str) -> Line:
    try:
        line = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Difference(file, number, "", text[:80], "one JSON value") from error
    if not isinstance(line, dict):
        raise Difference(file, number, "", text[:80], "a JSON object")
    described = FIELDS.get(name)
    if described is None:
        described = OPENING_FIELDS.get(str(line.get("part")))
    if described is None:
        raise Difference(file, number, "part", str(line.get("part")), "one of " + ", ".join(OPENING_FIELDS))
    fields = _described(described)
    names = [field for field, _kind in fields]
    if name == "opening":
        # Its lines are as they are stored, in any order of fields.
        has_fields = set(line) - OTHER_OPENING_FIELDS == set(names)
    else:
        has_fields = list(line) == names
    if not has_fields:
        raise Difference(file, number, "", "fields " + " ".join(line), "fields " + " ".join(names))
    read: Line = {}
    for field, kind in fields:
        try:
            read[field] = _value(line[field], kind)
        except BadValue as error:
            says = json.dumps(line[field])[:80]
            raise Difference(file, number, field, says, f"another value: it {error}") from error
    return read


def _object(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    names = [name for name, _value in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name twice")
    return dict(pairs)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _described(fields: str) -> List[Tuple[str, str]]:
    found = []
    for field in fields.split():
        name, _colon, kind = field.partition(":")
        found.append((name, kind or "text"))
    return found


def _value(value: Any, kind: str) -> Any:
    """Returns a value as it is computed with. Throws BadValue where it is of another kind."""
    if kind == "any":
        return value
    if kind.endswith("?"):
        return None if value is None else _value(value, kind[:-1])
    if kind == "amount":
        return decimal_of(value, AMOUNT_DIGITS)
    if kind == "eur":
        return decimal_of(value, EUR_DIGITS)
    if kind == "instant":
        return instant_of(value)
    expected = {"text": str, "bool": bool, "int": int, "list": list}[kind]
    if not isinstance(value, expected) or (kind == "int" and isinstance(value, bool)):
        raise BadValue(f"is not of kind {kind}")
    return value


# ---- archive ----

FORMAT = 1
MANIFEST = "manifest.json"
# A dossier of 100,000 transactions has about 150 MB.
BYTES_MAX = 2**30
MANIFEST_BYTES_MAX = 2**20
ENTRIES_MAX = 1000
LAST_YEAR = 2100

DATA_FILES = [file_name(name) for name in [*FIELDS, "opening"]]


class Unreadable(Exception):
    """The file is no dossier that this program can read."""


class Dossier:
    """The manifest and the files of a dossier, with the differences between the two."""

    def __init__(self, manifest: Dict[str, Any], files: Dict[str, bytes]) -> None:
        self.manifest = manifest
        self.files = files
        self.differences: List[Difference] = []
        self.data_hash = _data_hash(files)
        self._check()

    def _check(self) -> None:
        named = {entry["name"] for entry in self.manifest["files"]}
        for entry in self.manifest["files"]:
            self._check_file(entry)
        for name in self.files:
            if name not in named:
                self._differs(name, "", "a file", "no file: the manifest does not name it")
        for name in DATA_FILES:
            if name not in named:
                self._differs(MANIFEST, "files", "no " + name, name)
        said = self.manifest.get("dataSha256")
        if said != self.data_hash:
            self._differs(MANIFEST, "dataSha256", str(said), self.data_hash)

    def _check_file(self, entry: Dict[str, Any]) -> None:
        name = entry["name"]
        content = self.files.get(name)
        if content is None:
            self._differs(name, "", "no file", "a file: the manifest names it")
            return
        counted = {
            "bytes": len(content),
            "lines": content.count(b"\n"),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        for field, expected in counted.items():
            if entry.get(field) != expected:
                self._differs(name, field, f"{entry.get(field)} in the manifest", f"{expected} in the file")
                return

    def _differs(self, file: str, field: str, says: str, expected: str) -> None:
        self.differences.append(Difference(file, None, field, says, expected))


def _data_hash(files: Dict[str, bytes]) -> str:
    lines = [
        f"{hashlib.sha256(files[name]).hexdigest()}  {name}\n"
        for name in sorted(files)
        if name.startswith("data/")
    ]
    return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()


def read_archive(path: Any) -> Dossier:
    """Reads a dossier from a path or an open file. Throws Unreadable for anything else."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive)
    except (OSError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise Unreadable(f"this is no ZIP file that can be read ({error})") from error


def _read(archive: zipfile.ZipFile) -> Dossier:
    entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if len(entries) > ENTRIES_MAX or len(set(names)) != len(names):
        raise Unreadable("the ZIP file has too many files, or a file twice")
    if not names or names[-1] != MANIFEST:
        raise Unreadable("the last file of a dossier is manifest.json")
    manifest = _manifest(_content(archive, entries[-1], MANIFEST_BYTES_MAX))
    sizes = {entry["name"]: entry["bytes"] for entry in manifest["files"]}
    files: Dict[str, bytes] = {}
    left = BYTES_MAX
    for entry in entries[:-1]:
        # A file is unpacked up to the size that the manifest says, and one byte more.
        allowed = min(left, sizes.get(entry.filename, 0) + 1)
        files[entry.filename] = _content(archive, entry, allowed)
        left -= len(files[entry.filename])
        if left <= 0:
            raise Unreadable(f"the dossier is larger than {BYTES_MAX} bytes")
    return Dossier(manifest, files)


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, bytes_max: int) -> bytes:
    """Returns the bytes of a file up to the allowed number; a larger file has another size then."""
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Unreadable(f"{entry.filename} is packed in a way that a dossier never is")
    with archive.open(entry) as file:
        return file.read(bytes_max)


def _manifest(content: bytes) -> Dict[str, Any]:
    try:
        manifest = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable("manifest.json is no JSON") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise Unreadable(f"this program reads dossiers of format {FORMAT}: a newer one may be needed")
    is_whole = (
        _is_int(manifest.get("year"))
        and FIRST_YEAR <= manifest["year"] <= LAST_YEAR
        and isinstance(manifest.get("recomputable"), bool)
        and isinstance(manifest.get("chain"), dict)
        and isinstance(manifest.get("files"), list)
        and all(_is_entry(entry) for entry in manifest["files"])
    )
    if not is_whole:
        raise Unreadable("manifest.json lacks year, recomputable, chain or files")
    return manifest


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("name"), str) and _is_int(entry.get("bytes"))


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


# ---- events ----

Prices = Dict[str, Line]

# What a rule makes of an event, by its imported type: type, treatment, taxable.
ACTIONS: Dict[Tuple[str, str], Dict[str, Any]] = {
    ("MARK_SELF_TRANSFER", "DISPOSITION"): {"treatment": "TRANSFER_OUT_OWN_WALLET", "taxable": False},
    ("MARK_SELF_TRANSFER", "ACQUISITION"): {"treatment": "CONTINUITY_WITHDRAW", "taxable": False},
    ("MARK_INCOME", "ACQUISITION"): {"kind": "INCOME", "taxable": True},
    ("IGNORE_DUST", "ACQUISITION"): {"treatment": "IGNORED"},
    ("IGNORE_DUST", "INCOME"): {"treatment": "IGNORED"},
}


def effective_events(facts: List[Line], overrides: List[Line], prices: Prices) -> List[Event]:
    """Returns the events with their values, before rules and matches."""
    by_event = {line["eventId"]: line for line in overrides}
    return [_event(fact, by_event.get(fact["id"]), prices) for fact in facts]


def _event(fact: Line, override: Optional[Line], prices: Prices) -> Event:
    def corrected(name: str) -> Any:
        value = None if override is None else override[name]
        return fact[name] if value is None else value

    at = corrected("timestamp")
    year, month = year_and_month(at)
    key = (fact["account"], fact["assetKey"], fact["type"], fact["referenceId"], fact["id"])
    event = Event(fact, override, key, at, year, month, corrected("amount"))
    _set_value(event, prices)
    return event


def _set_value(event: Event, prices: Prices) -> None:
    """The correction's value, else the import's, else the amount at the price of the moment."""
    fact = event.fact
    given = event.corrected("euroValue")
    if given is not None:
        event.price_source = "OVERRIDE"
    elif fact["euroValue"] is not None:
        given = fact["euroValue"]
        event.price_source = "IMPORT" if fact["priceSource"] is None else fact["priceSource"]
    if given is not None:
        event.own_value = event.shown_value = given
        return
    price, origin = _price(event, prices)
    if price is not None:
        exact = event.amount * price
        event.own_value, event.shown_value = euro(exact), cents(exact)
        event.price_source, event.price_origin = "PRICE_SERIES", origin


def _price(event: Event, prices: Prices) -> Tuple[Optional[Fraction], Optional[str]]:
    if event.asset == "EUR":
        return Fraction(1), "IMPORTED"
    line = prices.get(event.id)
    return (None, None) if line is None else (line["eur"], line["origin"])


def settle(event: Event, rule: Optional[Line], match: Optional[Dict[str, Any]] = None) -> None:
    """Sets type, treatment and `taxable`: the last of import, rule, match and correction counts."""
    fact = event.fact
    by_rule = {} if rule is None else ACTIONS[(rule["action"], fact["type"])]
    layers = (by_rule, {} if match is None else match)

    def last(name: str, imported: Any, correction: str) -> Any:
        value = imported
        for layer in layers:
            value = layer.get(name, value)
        corrected = event.corrected(correction)
        return value if corrected is None else corrected

    event.rule_id = None if rule is None else rule["id"]
    event.kind = last("kind", fact["type"], "type")
    event.treatment = last("treatment", fact["treatment"], "treatment")
    event.is_spam = fact["spam"] and match is None and not _counts_again(event)
    row = row_of(event.kind, event.treatment, fact["isLoan"], fact["isRepayment"], event.year)
    taxable = last("taxable", fact["taxable"], "taxable")
    event.taxable = row in (INCOME, SALE) if taxable is None else taxable
    event.row = NONE if event.is_spam or event.is_money else row
    is_free_gift = event.row == GIFT and event.corrected("euroValue") is None
    event.value = Fraction(0) if is_free_gift else event.own_value


def _counts_again(event: Event) -> bool:
    """A corrected type, or a corrected treatment other than IGNORED, makes spam count again."""
    return event.corrected("type") is not None or event.corrected("treatment") not in (None, "IGNORED")


def deciding_rules(event: Event, rules: List[Line]) -> Tuple[Optional[Line], Optional[Line]]:
    """Returns the first rule that matches an event, and an IGNORE_DUST that matches before it."""
    dust: Optional[Line] = None
    for rule in rules:
        if not _matches(rule, event):
            continue
        if rule["action"] != "IGNORE_DUST":
            return rule, dust
        dust = dust or rule
    return None, dust


def _matches(rule: Line, event: Event) -> bool:
    fact = event.fact
    kind = fact["type"]
    if (rule["action"], kind) not in ACTIONS or kind not in EVENT_TYPES:
        return False
    if rule["direction"] != "ANY" and (rule["direction"] == "INBOUND") != (kind in INCOMING):
        return False
    match_type = rule["matchType"]
    if match_type == "DUST_THRESHOLD":
        return event.own_value is not None and event.own_value < (rule["thresholdEur"] or 0)
    if match_type == "COUNTERPARTY":
        return _is_counterparty(rule, fact)
    wanted = (rule["matchValue"] or "").lower()
    if match_type == "DESCRIPTION":
        return fact["description"] is not None and wanted in fact["description"].lower()
    return fact["protocol"] is not None and fact["protocol"].lower() == wanted


def _is_counterparty(rule: Line, fact: Line) -> bool:
    """Chain 0 and none are no EVM chain, where letter case counts."""
    chain = fact["chainId"] or 0
    wanted = (rule["counterpartyAddress"] or "").strip()
    given = (fact["counterpartyAddress"] or "").strip()
    if wanted == "" or (rule["chainId"] or 0) != chain:
        return False
    return wanted == given if chain == 0 else wanted.lower() == given.lower()


# ---- legs ----

def resolve(
    facts: List[Line], overrides: List[Line], rules: List[Line], matches: List[Line], prices: Prices
) -> List[Event]:
    """Returns the effective events, with their pairs, their share of swaps, and their fees."""
    events = effective_events(facts, overrides, prices)
    in_order = sorted(rules, key=lambda rule: rule["ordinal"])
    dust: Dict[str, Optional[Line]] = {}
    for event in events:
        rule, dust[event.id] = deciding_rules(event, in_order)
        settle(event, rule)
    _join_matches({event.id: event for event in events}, matches)
    groups = _by(events, lambda event: event.fact["continuityGroupId"])
    for members in groups:
        _join_group(members)
    for members in groups:
        _apply_swap(members)
    for event in events:
        if dust[event.id] is not None and not event.pairs and not event.in_swap:
            settle(event, dust[event.id])
    _apply_fees(events)
    return events


def _by(events: Iterable[Event], name: Callable[[Event], object]) -> List[List[Event]]:
    """Groups events by a value; those without one are left out."""
    groups: Dict[object, List[Event]] = {}
    for event in events:
        value = name(event)
        if value is not None:
            groups.setdefault(value, []).append(event)
    return list(groups.values())


def in_key_order(events: Iterable[Event]) -> List[Event]:
    """Sorts events by the key that decides ties."""
    return sorted(events, key=lambda event: event.key)


# ---- matches -----------------------------------------------------------------------------------------------


def _join_matches(events: Dict[str, Event], matches: List[Line]) -> None:
    """Joins the legs of the user's matches. One rests where a leg cannot be one, or is in an older match."""
    groups: Dict[str, List[Line]] = {}
    for match in sorted(matches, key=lambda line: line["ordinal"]):
        groups.setdefault(match["joinedMatchId"] or match["id"], []).append(match)
    for group in groups.values():
        pairs: List[Pair] = []
        for match in group:
            out, into = events.get(match["outEventId"]), events.get(match["inEventId"])
            if out is None or into is None:
                continue
            if _rests(out, "DISPOSITION") or _rests(into, "ACQUISITION") or not _may_join(out, into, pairs):
                continue
            names = MATCH_TREATMENTS[match["kind"]]
            _settle_leg(out, "DISPOSITION", names[0], OUT_TREATMENTS, LEAVE)
            _settle_leg(into, "ACQUISITION", names[1], IN_TREATMENTS, ARRIVE)
            pairs.append(Pair(out, into, match["id"]))
        _share_legs(pairs)


def _rests(leg: Event, kind: str) -> bool:
    """Tells whether a leg makes its match rest. Rules do not count."""
    fact = leg.fact
    is_ignored = (leg.corrected("treatment") or fact["treatment"]) == "IGNORED"
    return bool(leg.pairs) or leg.is_money or is_ignored or (leg.corrected("type") or fact["type"]) != kind


def _may_join(out: Event, into: Event, pairs: List[Pair]) -> bool:
    """Several pairs share one arrival or one departure, and none is there twice."""
    if any(pair.out is out and pair.into is into for pair in pairs):
        return False
    return all(pair.into is into for pair in pairs) or all(pair.out is out for pair in pairs)


def _settle_leg(leg: Event, kind: str, treatment: str, transfers: Tuple[str, ...], row: str) -> None:
    """Makes an event a leg. A treatment of such a transfer stays, so that a staking deposit stays one."""
    name = leg.treatment if leg.treatment in transfers else treatment
    settle(leg, None, {"kind": kind, "treatment": name, "taxable": False})
    leg.row = row
    leg.value = leg.own_value


def _share_legs(pairs: List[Pair]) -> None:
    """Gives each pair its units, in order of time. A leg that several pairs share is divided over them."""
    pairs.sort(key=lambda pair: (pair.out.at, pair.out.key, pair.into.at, pair.into.key))
    for pair in pairs:
        pair.out_amount, pair.in_amount = pair.out.amount, pair.into.amount
    if len(pairs) > 1:
        shares_arrival = all(pair.into is pairs[0].into for pair in pairs)
        whole = pairs[0].into.amount if shares_arrival else pairs[0].out.amount
        others = [pair.out.amount if shares_arrival else pair.into.amount for pair in pairs]
        is_one_asset = all(pair.out.asset == pair.into.asset for pair in pairs)
        parts = _filled(whole, others) if is_one_asset else _in_proportion(whole, others)
        for pair, part in zip(pairs, parts):
            if shares_arrival:
                pair.in_amount = part
            else:
                pair.out_amount = part
    for pair in pairs:
        pair.out.pairs.append(pair)
        pair.into.pairs.append(pair)


def _filled(whole: Fraction, others: List[Fraction]) -> List[Fraction]:
    """The departures feed the arrivals one after another; the last one takes what is left."""
    parts: List[Fraction] = []
    for other in others[:-1]:
        parts.append(min(other, whole - total(parts)))
    return parts + [whole - total(parts)]


def _in_proportion(whole: Fraction, others: List[Fraction]) -> List[Fraction]:
    shares = RunningShares(whole, total(others), AMOUNT_DIGITS)
    return [shares.next(other) for other in others]


def _join_group(members: List[Event]) -> None:
    """Matches two events of a group if they are its only legs of a transfer, in opposite directions."""
    outs = [event for event in members if event.row == LEAVE]
    ins = [event for event in members if event.row == ARRIVE]
    if len(outs) != 1 or len(ins) != 1 or outs[0].pairs or ins[0].pairs:
        return
    _share_legs([Pair(outs[0], ins[0], None)])


def stays_in_pool(out: Event) -> bool:
    """Tells whether all arrivals of a departure are of its own asset."""
    return all(pair.into.asset == out.asset for pair in out.pairs)


# ---- swaps -------------------------------------------------------------------------------------------------


def _apply_swap(members: List[Event]) -> None:
    """Gives both sides of a swap one value."""
    legs = in_key_order(event for event in members if _is_swap_leg(event))
    given = [event for event in legs if event.kind == "DISPOSITION"]
    received = [event for event in legs if event.kind == "ACQUISITION"]
    if not given or not received:
        return
    for leg in legs:
        leg.in_swap = True
    side = _valued_side(given, received)
    if side is None:
        for leg in legs:
            leg.value = None
        return
    _share_by_value(_value_of(side), received if side is given else given, "value")


def _is_swap_leg(event: Event) -> bool:
    fact = event.fact
    if event.pairs or event.is_spam or event.treatment not in SWAP_TREATMENTS:
        return False
    if event.kind == "DISPOSITION":
        return not fact["isRepayment"]
    return event.kind == "ACQUISITION" and not fact["isLoan"]


def _value_of(side: List[Event]) -> Optional[Fraction]:
    """The value of a side is known if that of each leg is."""
    values = [leg.own_value for leg in side if leg.own_value is not None]
    return total(values) if len(values) == len(side) else None


def _valued_side(given: List[Event], received: List[Event]) -> Optional[List[Event]]:
    """Returns the side that says what a swap is worth: by the user, money, imported, by kind of price."""

    def only(*origins: str) -> Callable[[List[Event]], bool]:
        return lambda side: all(leg.price_origin is None or leg.price_origin in origins for leg in side)

    preferences = (
        lambda side: any(leg.corrected("euroValue") is not None for leg in side),
        lambda side: all(leg.is_money for leg in side),
        only(),
        only("ENTERED"),
        only("ENTERED", "IMPORTED"),
        only("ENTERED", "IMPORTED", "DERIVED"),
    )
    for is_preferred in preferences:
        for side in (received, given):
            if _value_of(side) is not None and is_preferred(side):
                return side
    return None


def _share_by_value(whole: Optional[Fraction], legs: List[Event], name: str) -> None:
    """Shares a sum by the own values of the legs where all are known and not all zero, else equally."""
    known = _value_of(legs)
    by_value = known is not None and known > 0
    shares = RunningShares(whole or ZERO, known if by_value and known is not None else Fraction(len(legs)))
    for leg in legs:
        setattr(
            leg, name, shares.next(leg.own_value if by_value and leg.own_value is not None else Fraction(1))
        )


# ---- fees --------------------------------------------------------------------------------------------------


def _apply_fees(events: List[Event]) -> None:
    """Gives the fees of an account and a reference to the disposals with it, else to the acquisitions."""
    for members in _by(events, lambda event: (event.fact["account"], event.fact["referenceId"])):
        fees = [event for event in members if _is_fee(event)]
        if not fees:
            continue
        alone = [event for event in members if not event.pairs]
        disposals = [
            event for event in alone if event.kind == "DISPOSITION" and event.row in (SALE, GIVEN, REPAYMENT)
        ]
        payers = disposals or [event for event in alone if event.row in (NEW_LOT, GIFT, LOAN, INCOME, ARRIVE)]
        paid = total(fee.own_value or ZERO for fee in fees)
        if payers:
            _share_by_value(paid, in_key_order(payers), "fees")


def _is_fee(event: Event) -> bool:
    return event.kind == "FEE" and event.treatment != "IGNORED" and not event.is_spam


# ---- actions ----

OWN = "OWN"
DEPARTURE = "DEPARTURE"
SURPLUS = "SURPLUS"
# After a submitted year: an arrival whose departure was before, an arrival of a transfer that the year does
# not know, and a departure whose arrival was before.
LATE_ARRIVAL = "LATE_ARRIVAL"
UNKNOWN_ARRIVAL = "UNKNOWN_ARRIVAL"
LATE_DEPARTURE = "LATE_DEPARTURE"

_FIRST, _BETWEEN, _LAST = 0, 1, 2


@dataclass(eq=False)
class Action:
    """One action on the pools: of an event alone, or of a pair of legs."""

    kind: str
    at: int
    rank: int
    event: Event
    pair: Optional[Pair] = None


def actions_of(
    events: List[Event], opening_year: int, acted: AbstractSet[Tuple[str, str]]
) -> List[Action]:
    """Returns the actions of all events after the opening year, in the order in which they act.

    `acted` has the legs of transfers that acted before the opening year ended.
    """
    found: List[Action] = []
    for event in events:
        if event.row == NONE or event.year <= opening_year:
            continue
        if not event.pairs:
            rank = _FIRST if event.kind in INCOMING else _LAST
            found.append(Action(OWN, event.at, rank, event))
        elif event.pairs[0].out is event:
            found.append(_departure(event, opening_year))
        else:
            for pair in event.pairs:
                found += _arrival(pair, opening_year, acted)
    found.sort(key=lambda action: (action.at, action.rank, action.event.key))
    return _bringers_first(found)


def _departure(out: Event, opening_year: int) -> Action:
    acting = _acting_leg(out)
    if acting.year <= opening_year:
        return Action(LATE_DEPARTURE, out.at, _LAST, out)
    return Action(DEPARTURE, acting.at, _BETWEEN, out)


def _acting_leg(out: Event) -> Event:
    if stays_in_pool(out):
        return out
    # Of legs of one instant the departure itself gives the time.
    return min([out] + [pair.into for pair in out.pairs], key=lambda leg: leg.at)


def has_acted(out: Event, acted: AbstractSet[Tuple[str, str]]) -> bool:
    """Returns whether a departure is one of those that acted before the opening year ended."""
    return any((out.id, pair.into.id) in acted for pair in out.pairs)


def _arrival(pair: Pair, opening_year: int, acted: AbstractSet[Tuple[str, str]]) -> List[Action]:
    into = pair.into
    if pair.out.year > opening_year >= _acting_leg(pair.out).year and not has_acted(pair.out, acted):
        return [Action(UNKNOWN_ARRIVAL, into.at, _BETWEEN, into, pair)]
    if pair.out.year <= opening_year:
        return [Action(LATE_ARRIVAL, into.at, _BETWEEN, into, pair)]
    if stays_in_pool(pair.out) and pair.in_amount > pair.out_amount:
        return [Action(SURPLUS, into.at, _FIRST, into, pair)]
    return []


def _bringers_first(actions: List[Action]) -> List[Action]:
    """Sorts the transfers of one instant: one that brings what another takes acts before it.

    The arrival of a departure in a submitted year keeps its place by key.
    """
    ordered: List[Action] = []
    start = 0
    while start < len(actions):
        end = start + 1
        if actions[start].kind == DEPARTURE:
            while (
                end < len(actions) and actions[end].kind == DEPARTURE and actions[end].at == actions[start].at
            ):
                end += 1
        ordered += _by_need(actions[start:end]) if end - start > 1 else actions[start:end]
        start = end
    return ordered


def _by_need(transfers: List[Action]) -> List[Action]:
    """Sorts transfers by need; those that bring each other their assets in a circle keep their order."""
    brings: Dict[str, Set[str]] = {}
    for action in transfers:
        brings.setdefault(action.event.asset, set()).update(_brought(action))
    reach = {asset: _reachable(asset, brings) for asset in set(brings) | set().union(*brings.values())}

    def leads(one: Action, other: Action) -> bool:
        return any(other.event.asset in reach[asset] for asset in _brought(one))

    def precedes(one: Action, other: Action) -> bool:
        return leads(one, other) and not leads(other, one)

    ordered: List[Action] = []
    waiting = list(transfers)
    while waiting:
        free = [each for each in waiting if not any(precedes(other, each) for other in waiting)]
        ordered += free
        waiting = [each for each in waiting if each not in free]
    return ordered


def _brought(action: Action) -> List[str]:
    return [pair.into.asset for pair in action.event.pairs]


def _reachable(asset: str, brings: Dict[str, Set[str]]) -> Set[str]:
    """Returns the assets that an asset leads to, itself included."""
    reached = {asset}
    waiting = [asset]
    while waiting:
        for following in brings.get(waiting.pop(), set()):
            if following not in reached:
                reached.add(following)
                waiting.append(following)
    return reached


# ---- pools ----

class Pools:
    """Every lot, and the queue of those that have units left, by asset."""

    def __init__(self) -> None:
        self._queues: Dict[str, List[Tuple[Age, Lot]]] = {}
        self._held: Dict[str, Fraction] = {}
        self._arrivals = 0
        self.lots: List[Lot] = []

    def add(self, lot: Lot) -> Lot:
        """Adds a lot at its place among the others of its asset."""
        self._arrivals = max(self._arrivals, lot.arrival)
        self.lots.append(lot)
        if lot.remaining > 0:
            insort(self._queue(lot.asset), (lot.age, lot))
            self._held[lot.asset] = self.held(lot.asset) + lot.remaining
        return lot

    def bring(
        self,
        event: Event,
        amount: Fraction,
        cost: Fraction = ZERO,
        fees: Fraction = ZERO,
        acquired: Optional[int] = None,
        origin: Optional[Part] = None,
        photo: Optional[Tuple[str, Fraction]] = None,
    ) -> Lot:
        """Adds a lot that an event brings; with an origin it keeps the dates and the place of that lot."""
        self._arrivals += 1
        if origin is None:
            when = event.at if acquired is None else acquired
            source, key, since = event.id, event.key, when
        else:
            when, source, key, since = (
                origin.lot.acquired,
                origin.lot.origin_id,
                origin.lot.key,
                origin.held_since,
            )
        if event.held_since is not None:
            since = event.held_since
        loan = None if origin is None else origin.lot.loan
        lot = Lot(
            event.asset,
            event.id,
            source,
            when,
            since,
            key,
            self._arrivals,
            amount,
            amount,
            cost,
            fees,
            loan,
            photo,
        )
        return self.add(lot)

    def _queue(self, asset: str) -> List[Tuple[Age, Lot]]:
        return self._queues.setdefault(asset, [])

    def open_lots(self, asset: str) -> List[Lot]:
        """Returns the lots of an asset that have units left, oldest first."""
        return [lot for _age, lot in self._queue(asset)]

    def held(self, asset: str) -> Fraction:
        """Returns the units of an asset that are in its pool."""
        return self._held.get(asset, ZERO)

    def take(self, asset: str, amount: Fraction) -> List[Part]:
        """Takes units from the oldest lots; fewer if the pool lacks them."""
        queue = self._queue(asset)
        parts: List[Part] = []
        emptied = 0
        for _age, lot in queue:
            if amount <= 0:
                break
            parts.append(lot.take(amount))
            amount -= parts[-1].amount
            emptied += lot.remaining == 0
        del queue[:emptied]
        self._held[asset] = self.held(asset) - units_of(parts)
        return parts

    def take_of(self, lots: Iterable[Lot], amount: Fraction) -> List[Part]:
        """Takes units from these lots alone, in their order."""
        parts: List[Part] = []
        for lot in lots:
            if amount > 0 and lot.remaining > 0:
                parts.append(lot.take(amount))
                amount -= parts[-1].amount
                self._held[lot.asset] = self.held(lot.asset) - parts[-1].amount
                if lot.remaining == 0:
                    self._queue(lot.asset).remove((lot.age, lot))
        return parts

    def mark(self, asset: str, amount: Fraction, since: int) -> None:
        """Gives the oldest units of a pool, up to an amount, another start of their holding period."""
        for lot in self.open_lots(asset):
            if amount <= 0:
                return
            part = min(amount, lot.remaining)
            lot.mark(lot.gone + part, since)
            amount -= part


def units_of(parts: Iterable[Part]) -> Fraction:
    """Returns the units of parts together."""
    return total(part.amount for part in parts)


def split(parts: List[Part], amounts: List[Fraction]) -> List[List[Part]]:
    """Splits parts into shares of these amounts, oldest first, and a last share of the rest."""
    shares: List[List[Part]] = []
    index, taken = 0, ZERO
    for wanted in [*amounts, units_of(parts)]:
        share: List[Part] = []
        while index < len(parts) and wanted > 0:
            part = parts[index]
            units = min(wanted, part.amount - taken)
            share.append(part.portion(taken, taken + units))
            wanted -= units
            taken += units
            if taken == part.amount:
                index, taken = index + 1, ZERO
        shares.append(share)
    return shares


# ---- book ----

PhotoPrice = Callable[[str], Optional[Fraction]]


class Book:
    """Applies actions in order and keeps what they leave."""

    def __init__(
        self, opening: Optional[Opening], regime_of: Callable[[int], str], photo_price: PhotoPrice
    ) -> None:
        self.pools = Pools()
        self._regime_of = regime_of
        self._photo_price = photo_price
        self._debts: List[Debt] = []
        self._waiting: Dict[str, List[Part]] = {}
        self._acted = set()
        if opening is not None:
            self._debts = list(opening.debts)
            self._waiting = dict(opening.waiting)
            self._acted = set(opening.acted)
            for lot in opening.lots:
                self.pools.add(lot)

    def apply(self, action: Action) -> None:
        """Applies one action."""
        event, pair = action.event, action.pair
        if action.kind == DEPARTURE:
            event.gain = ZERO
            if stays_in_pool(event):
                self._move(event)
            else:
                self._convert(event, action.at)
        elif action.kind == SURPLUS and pair is not None:
            self._surplus(pair)
        elif action.kind == LATE_ARRIVAL and pair is not None:
            self._late_arrival(pair)
        elif action.kind == UNKNOWN_ARRIVAL and pair is not None:
            self._receive_unknown(pair)
        elif action.kind == LATE_DEPARTURE:
            event.gain = ZERO
            event.has_acted = has_acted(event, self._acted)
            if not event.has_acted:
                self._leave(event)
        elif event.kind in INCOMING:
            self._receive(event)
        else:
            self._dispose(event)

    # ---- incoming ------------------------------------------------------------------------------------------

    def _receive(self, event: Event) -> None:
        value = event.value or ZERO
        lot = self.pools.bring(event, event.amount, value, event.fees)
        if event.row == INCOME and event.taxable:
            event.income = value
        if event.row == LOAN:
            lot.loan = Debt(event.id, event.asset, event.amount, event.at)
            self._debts.append(lot.loan)

    def _surplus(self, pair: Pair) -> None:
        """What arrives beyond what left is a new lot; after a staking deposit it is income."""
        event, amount = pair.into, pair.in_amount - pair.out_amount
        cost = euro((event.own_value or ZERO) * amount / event.amount)
        self.pools.bring(event, amount, cost)
        is_staking = event.pairs[0].out.treatment == "STAKE_BEACON"
        if is_staking and event.corrected("taxable") is not False:
            event.income = cost

    # ---- transfers -----------------------------------------------------------------------------------------

    def _move(self, out: Event) -> None:
        """Applies a transfer of one asset: lots stay, missing units are consumed, lacking ones are free."""
        arriving = [pair.arriving for pair in out.pairs]
        self._record(out, self.pools.take(out.asset, out.amount - total(arriving)), "CONSUMED")
        held = self.pools.held(out.asset)
        up_to_here = total(arriving)
        # The first arrival has the oldest units, so it marks them last.
        for pair, amount in reversed(list(zip(out.pairs, arriving))):
            if pair.into.held_since is not None and amount > 0:
                self.pools.mark(out.asset, up_to_here, pair.into.held_since)
            up_to_here -= amount
        for pair, amount in zip(out.pairs, arriving):
            up_to_here += amount
            lacking = min(amount, up_to_here - held)
            if lacking > 0:
                self.pools.bring(pair.into, lacking, acquired=out.at)

    def _convert(self, out: Event, at: int) -> None:
        """A transfer between assets: all lots leave, and arrive in proportion."""
        parts = self.pools.take(out.asset, out.amount)
        self._record(out, parts, "MOVED")
        self._arrive_scaled(out.pairs, parts, at)

    def _arrive_scaled(self, pairs: List[Pair], parts: List[Part], at: int) -> None:
        shares = [parts] if len(pairs) == 1 else split(parts, [pair.out_amount for pair in pairs[:-1]])
        for pair, share in zip(pairs, shares):
            self._arrive(pair.into, share, pair.out_amount, pair.in_amount, at)

    def _arrive(self, into: Event, parts: List[Part], left: Fraction, arrives: Fraction, at: int) -> None:
        """Adds lots for parts that left, in proportion. What the pool lacked comes last, at no cost."""
        left_so_far, arrived = ZERO, ZERO
        # A part that is too small for 24 digits goes with the next one, so that its cost is not lost.
        source: List[Part] = []
        for part in parts:
            left_so_far += part.amount
            source.append(part)
            up_to_here = rounded(arrives * left_so_far / left, AMOUNT_DIGITS)
            if up_to_here == arrived:
                continue
            cost, fees = total(each.cost for each in source), total(each.fees for each in source)
            photo = None
            if at > PHOTO_MOMENT > part.lot.acquired:
                photo = part.photo or (part.lot.asset, part.amount)
            self.pools.bring(into, up_to_here - arrived, cost, fees, origin=part, photo=photo)
            arrived, source = up_to_here, []
        if arrives > arrived:
            self.pools.bring(into, arrives - arrived, acquired=at)

    def _late_arrival(self, pair: Pair) -> None:
        """The arrival of a departure in a submitted year: what waited since then arrives now."""
        out, into = pair.out, pair.into
        if (out.id, into.id) not in self._acted:
            waiting = self._waiting.pop(out.id, None)
            if waiting is None:
                self._receive_unknown(pair)
                return
            for part in waiting:
                part.lot.waiting -= part.amount
                part.lot.waiting_cost -= part.cost
            self._acted.update((out.id, each.into.id) for each in out.pairs if each is not pair)
            if stays_in_pool(out):
                self._arrive_within(out, into, waiting)
            else:
                self._arrive_scaled(out.pairs, waiting, into.at)
        if stays_in_pool(out) and pair.in_amount > pair.out_amount:
            self._surplus(pair)

    def _arrive_within(self, out: Event, into: Event, waiting: List[Part]) -> None:
        arriving = [pair.arriving for pair in out.pairs]
        lost, *shares = split(waiting, [out.amount - total(arriving), *arriving[:-1]])
        self._record(into, lost, "CONSUMED")
        for pair, amount, share in zip(out.pairs, arriving, shares):
            self._arrive(pair.into, share, amount, amount, into.at)

    def _receive_unknown(self, pair: Pair) -> None:
        """The submitted year does not know the transfer: what arrives is an acquisition of its own."""
        into = pair.into
        if len(into.pairs) == 1:
            self._receive(into)
        elif pair.in_amount > 0:
            self.pools.bring(
                into, pair.in_amount, euro((into.own_value or ZERO) * pair.in_amount / into.amount)
            )

    # ---- outgoing ------------------------------------------------------------------------------------------

    def _dispose(self, event: Event) -> None:
        if event.row == LEAVE:
            event.gain = ZERO
            self._leave(event)
        elif event.row == REPAYMENT:
            event.gain = ZERO
            self._record(event, self._repay(event), "CONSUMED")
        else:
            parts = self.pools.take(event.asset, event.amount)
            self._record(event, parts, "CONSUMED")
            if event.row != COST:
                self._realise(event)

    def _leave(self, event: Event) -> None:
        """Units leave without a match: they wait outside the pool and are still owned."""
        parts = self.pools.take(event.asset, event.amount)
        self._record(event, parts, "WAITING")
        for part in parts:
            part.lot.waiting += part.amount
            part.lot.waiting_cost += part.cost
        if parts:
            self._waiting[event.id] = parts

    def _repay(self, event: Event) -> List[Part]:
        """Pays the oldest debts from the lots of these loans; the rest comes from the oldest of the pool."""
        left = event.amount
        paid: List[Debt] = []
        for debt in self._debts:
            if debt.asset == event.asset and left > 0 and debt.remaining > 0:
                payment = min(left, debt.remaining)
                debt.remaining -= payment
                left -= payment
                paid.append(debt)
        principal = event.amount - left
        parts: List[Part] = []
        for loan in paid:
            lots = [lot for lot in self.pools.lots if lot.loan is loan and lot.asset == event.asset]
            taken = self.pools.take_of(lots, principal)
            principal -= units_of(taken)
            parts += taken
        return parts + self.pools.take(event.asset, principal + left)

    def _record(self, event: Event, parts: List[Part], kind: str) -> None:
        """Notes what an event took, at its historic cost."""
        for part in parts:
            days = days_between(part.held_since, event.at)
            event.slices.append(Slice(part, kind, days, basis=part.cost))

    def _realise(self, event: Event) -> None:
        """Computes proceeds less basis of each slice. Units that the pool lacked have basis 0, no slice."""
        is_gain = event.row == SALE and event.taxable
        is_speculation = self._regime_of(event.year) == SPECULATION
        proceeds = event.value if event.row == SALE else None
        if proceeds is not None:
            proceeds -= event.fees if is_speculation else ZERO
            shares = RunningShares(proceeds, event.amount)
            for each in event.slices:
                each.proceeds = shares.next(each.part.amount)
        for each in event.slices:
            each.is_gain = is_gain
            if is_gain and each.proceeds is not None:
                each.basis = self._basis(each.part, each.proceeds, event.year, is_speculation)
                each.gain = each.proceeds - each.basis
        if not is_gain:
            event.gain = ZERO
        elif proceeds is not None:
            event.gain = proceeds - total(each.basis for each in event.slices)

    def _basis(self, part: Part, proceeds: Fraction, year: int, is_speculation: bool) -> Fraction:
        if is_speculation:
            return part.cost + part.fees
        if year < FIRST_TAXED_YEAR or part.lot.acquired >= PHOTO_MOMENT:
            return part.cost
        asset, amount = part.photo or (part.lot.asset, part.amount)
        price = self._photo_price(asset)
        return part.cost if price is None else photo_basis(part.cost, euro(price * amount), proceeds, year)


def held_lots(pools: Pools) -> List["HeldLot"]:
    """Returns what is left of each lot, waiting units included."""
    held = []
    for lot in pools.lots:
        amount = lot.remaining + lot.waiting
        if amount > 0:
            held.append(HeldLot(lot, amount, lot.cost_left + lot.waiting_cost))
    return held


class HeldLot:
    """A lot at one moment: the units that were held then, and what they cost."""

    def __init__(self, lot: Lot, amount: Fraction, cost: Fraction) -> None:
        self.lot = lot
        self.amount = amount
        self.cost = cost


# ---- sums ----

Stated = Dict[str, Optional[Fraction]]
Figures = Dict[str, Fraction]


@dataclass
class YearFacts:
    """A year as sums over years see it. `stated` are its circumstances, None for a year without any."""

    regime: str = NORMAL_REGIME
    net: Fraction = ZERO
    stated: Optional[Stated] = None

    def of(self, name: str) -> Optional[Fraction]:
        """Returns a circumstance; None where nothing is stated."""
        return None if self.stated is None else self.stated.get(name)

    @property
    def net_with_derivatives(self) -> Fraction:
        return self.net + (self.of("derivativeResults") or ZERO)


YearOf = Callable[[int], YearFacts]


@dataclass
class Carried:
    """What a year passes on. `losses` are those of the last year first."""

    exemption: Fraction = ZERO
    per_kind: Fraction = ZERO
    losses: List[Fraction] = field(default_factory=lambda: [ZERO] * LOSS_YEARS)


@dataclass
class Start:
    """The first year that a sum computes, and what was carried into it."""

    year: int = FIRST_YEAR
    carried: Carried = field(default_factory=Carried)


def exemption_of(year: int, net: Fraction, stock: Fraction) -> Figures:
    """Returns the exemption of a year. What was carried over is used before the base."""
    base, carried_a_year, usable = exemption_amounts(year)
    carried_in = min(stock, usable)
    whole = base + carried_in
    used = min(max(net, ZERO), whole)
    used_carried = min(used, carried_in)
    unused_base = max(base - (used - used_carried), ZERO)
    return {
        "baseExemption": base,
        "carriedIn": carried_in,
        "total": whole,
        "used": used,
        "remaining": whole - used,
        "carriedOut": stock - used_carried + min(unused_base, carried_a_year),
    }


def _gains_after_losses(facts: YearFacts, per_kind: bool) -> List[Fraction]:
    """Returns the gains that are taxed here, and those on other assets, after the losses of the year."""
    other = facts.of("otherGains") or ZERO
    derivatives = facts.of("derivativeResults") or ZERO
    apart, together = (facts.net, derivatives) if per_kind else (ZERO, facts.net + derivatives)
    gains = max(apart, ZERO) + max(together + min(other, ZERO), ZERO)
    return [gains, max(other + min(together, ZERO), ZERO)]


def _use(year: int, facts: YearFacts, stock: Fraction, per_kind: bool) -> Figures:
    """Returns how a year uses its exemption: other assets first."""
    gains, other = _gains_after_losses(facts, per_kind)
    stated = facts.of("exemptionUsedElsewhere")
    whole = exemption_of(year, ZERO, stock)["total"]
    elsewhere = min(other if stated is None else stated, whole)
    left = whole - elsewhere
    used = min(gains, left)
    carried_out = exemption_of(year, elsewhere + gains, stock)["carriedOut"]
    return {
        "elsewhere": elsewhere,
        "left": left,
        "used": used,
        "taxable": gains - used,
        "carriedOut": carried_out,
    }


def _losses(facts: YearFacts, known: List[Fraction]) -> Tuple[Fraction, List[Fraction]]:
    """Returns the losses that a year uses and those that it passes on; a stated loss replaces a known one."""
    left = []
    for index, loss in enumerate(known):
        stated = facts.of(f"speculativeLossYearMinus{index + 1}")
        left.append(loss if stated is None else stated)
    is_speculation = facts.regime == SPECULATION
    net = facts.net_with_derivatives
    gains = max(net, ZERO) if is_speculation else ZERO
    used = ZERO
    for index in reversed(range(LOSS_YEARS)):
        taken = min(gains - used, left[index])
        left[index] -= taken
        used += taken
    own = max(-net, ZERO) if is_speculation else ZERO
    return used, [own, *left[:-1]]


def carried_out_of(year: int, facts: YearFacts, before: Carried) -> Carried:
    """Returns what a year passes on."""
    after = Carried(before.exemption, before.per_kind, _losses(facts, before.losses)[1])
    if has_exemption(year, facts.regime):
        after.exemption = _use(year, facts, before.exemption, False)["carriedOut"]
        after.per_kind = _use(year, facts, before.per_kind, True)["carriedOut"]
    return after


def carried_into(year: int, year_of: YearOf, start: Start) -> Carried:
    """Returns what is carried into a year."""
    carried = start.carried
    for earlier in range(start.year, year):
        carried = carried_out_of(earlier, year_of(earlier), carried)
    return carried


def estimate_of(year: int, year_of: YearOf, start: Start) -> Figures:
    """Returns the parts of the estimate of a year; empty without circumstances."""
    facts = year_of(year)
    if facts.stated is None:
        return {}
    before = carried_into(year, year_of, start)
    losses_used, losses_left = _losses(facts, before.losses)
    net = facts.net_with_derivatives
    use = _use(year, facts, before.exemption, False) if has_exemption(year, facts.regime) else None
    if use is None:
        other = ZERO if facts.regime == SPECULATION else facts.of("otherGains") or ZERO
        taxable = max(net + min(other, ZERO), ZERO) - losses_used
    else:
        taxable = use["taxable"]
    percent = gains_percent(year, facts.regime)
    tax = tax_of(taxable, percent)
    surcharge = _surcharge(facts, tax)
    parts: Figures = {}
    if use is not None:
        parts = {
            "exemptionLeft": use["left"],
            "exemptionUsed": use["used"],
            "exemptionCarriedOut": use["carriedOut"],
        }
    derivatives = facts.of("derivativeResults")
    if derivatives is not None:
        parts["derivativeResults"] = derivatives
    parts.update(
        taxableGains=taxable, capitalGainsTax=tax, municipalSurcharge=surcharge, total=tax + surcharge
    )
    withheld = facts.of("taxWithheld")
    if withheld is not None:
        others = _tax_on_other_gains(year, facts, use)
        parts.update(
            otherGainsTax=others, taxWithheld=withheld, leftToPay=tax + surcharge + others - withheld
        )
    parts.update(speculativeLossesUsed=losses_used, speculativeLossesCarried=sum(losses_left, ZERO))
    if use is not None:
        per_kind = _use(year, facts, before.per_kind, True)["taxable"]
        if per_kind != taxable:
            tax_per_kind = tax_of(per_kind, percent)
            parts.update(
                taxableGainsPerKind=per_kind, totalPerKind=tax_per_kind + _surcharge(facts, tax_per_kind)
            )
    return {name: cents(eur) for name, eur in parts.items()}


def _surcharge(facts: YearFacts, tax: Fraction) -> Fraction:
    return cents(tax * (facts.of("municipalSurchargePercent") or ZERO) / 100)


def _tax_on_other_gains(year: int, facts: YearFacts, use: Optional[Figures]) -> Fraction:
    """Returns the 10 % on gains on other assets beyond the exemption that they use."""
    other = facts.of("otherGains") or ZERO
    if use is None:
        base = other - (facts.of("exemptionUsedElsewhere") or ZERO)
    else:
        base = other + min(facts.net_with_derivatives, ZERO) - use["elsewhere"]
    return tax_of(base, gains_percent(year, NORMAL_REGIME))


# ---- figures ----

PERCENT_DIGITS = 4
CIRCUMSTANCES = (
    "exemptionUsedElsewhere",
    "otherGains",
    "derivativeResults",
    "taxWithheld",
    "ownedSharePercent",
    "municipalSurchargePercent",
    *(f"speculativeLossYearMinus{before}" for before in range(1, 6)),
)


class Amounts:
    """Gains and income of a year, and of each account in it."""

    def __init__(self) -> None:
        self.gains: Dict[str, Fraction] = {}
        self.income: Dict[str, Fraction] = {}

    def add(self, event: Event) -> None:
        """Adds an event to the account where it happened."""
        account = event.fact["accountId"]
        self.gains[account] = self.gains.get(account, ZERO) + (event.gain or ZERO)
        self.income[account] = self.income.get(account, ZERO) + event.income


class Year:
    """A year with its regime, circumstances and shares."""

    def __init__(self, line: Optional[Line]) -> None:
        self.regime: str = NORMAL_REGIME if line is None else line["regime"]
        values = {} if line is None else line
        self.stated: Dict[str, Optional[Fraction]] = {name: values.get(name) for name in CIRCUMSTANCES}
        shares: List[Dict[str, Any]] = values.get("accountShares") or []
        self.shares = {
            each["accountId"]: decimal_of(each["ownedSharePercent"], PERCENT_DIGITS) for each in shares
        }
        self.has_shares = self.stated["ownedSharePercent"] is not None or len(self.shares) > 0
        self.has_circumstances: bool = line is not None and line["hasCircumstances"]
        self.amounts = Amounts()

    @property
    def gains(self) -> Fraction:
        return total(self.amounts.gains.values())

    @property
    def income(self) -> Fraction:
        return total(self.amounts.income.values())

    def own(self, amounts: Dict[str, Fraction]) -> Fraction:
        """Returns the part of amounts by account that the taxpayer owns."""
        if not self.has_shares:
            return total(amounts.values())
        everywhere = self.stated["ownedSharePercent"]
        share = Fraction(100) if everywhere is None else everywhere
        return euro(total(eur * self.shares.get(account, share) for account, eur in amounts.items()) / 100)


class Years:
    """All years up to that of the dossier."""

    def __init__(self, lines: List[Line], events: List[Event], opening: Optional[Opening]) -> None:
        self._years = {line["year"]: Year(line) for line in lines}
        self._opening = opening
        first = 0 if opening is None else opening.year
        for event in events:
            if event.year > first:
                self.year(event.year).amounts.add(event)

    def year(self, year: int) -> Year:
        """Returns a year; one without a line has no circumstances."""
        return self._years.setdefault(year, Year(None))

    def regime_of(self, year: int) -> str:
        """Returns the regime of a year."""
        return self.year(year).regime

    # ---- as sums over years see them -----------------------------------------------------------------------

    def _alone(self, year: int) -> YearFacts:
        of = self.year(year)
        return YearFacts(of.regime, of.gains)

    def _taxpayer(self, year: int) -> YearFacts:
        of = self.year(year)
        return YearFacts(of.regime, of.own(of.amounts.gains), of.stated if of.has_circumstances else None)

    def _partner(self, year: int) -> YearFacts:
        """Nothing else is known of the partner than the surcharge, which is that of the household."""
        of = self.year(year)
        if not of.has_shares:
            return YearFacts(of.regime)
        surcharge = {"municipalSurchargePercent": of.stated["municipalSurchargePercent"]}
        return YearFacts(of.regime, of.gains - of.own(of.amounts.gains), surcharge)

    def _start(self, name: str) -> Start:
        if self._opening is None:
            return Start()
        sums = self._opening.sums
        if name not in sums and name == "partnersClosing":
            quiet: YearOf = lambda year: YearFacts(self.regime_of(year))  # noqa: E731
            return Start(self._opening.year + 1, carried_into(self._opening.year + 1, quiet, Start()))
        carried = sums[name]
        exemption = decimal_of(carried["exemption"], EUR_DIGITS)
        per_kind = carried.get("exemptionPerKind")
        losses = [decimal_of(loss, EUR_DIGITS) for loss in carried["losses"]]
        other = exemption if per_kind is None else decimal_of(per_kind, EUR_DIGITS)
        return Start(self._opening.year + 1, Carried(exemption, other, losses))

    # ---- figures -------------------------------------------------------------------------------------------

    def figures(self, year: int, is_submitted: bool) -> Figures:
        """Returns the figures of a year, by name."""
        of = self.year(year)
        tax = tax_of(of.gains, gains_percent(year, of.regime))
        income_tax = tax_of(of.income, INCOME_PERCENT)
        figures = {
            "totalCapitalGains": cents(of.gains),
            "totalCapitalGainsTax": tax,
            "totalIncome": cents(of.income),
            "totalIncomeTax": income_tax,
            "totalTax": tax + income_tax,
        }
        figures.update(self._exemption(year, of))
        if not is_submitted:
            estimate = estimate_of(year, self._taxpayer, self._start("estimatedClosing"))
            figures.update({f"estimate.{name}": eur for name, eur in estimate.items()})
        if of.has_shares:
            figures.update(self._household(year, of, is_submitted))
        else:
            figures.update(declared(year, of.regime, cents(of.gains), cents(of.income)))
        return figures

    def _exemption(self, year: int, of: Year) -> Figures:
        if not has_exemption(year, of.regime):
            return {}
        stock = carried_into(year, self._alone, self._start("closing")).exemption
        exemption = exemption_of(year, of.gains, stock)
        figures = {f"exemption.{name}": cents(eur) for name, eur in exemption.items()}
        if not of.has_circumstances:
            taxable = max(of.gains, ZERO) - exemption["used"]
            figures["taxAfterExemption"] = tax_of(taxable, gains_percent(year, of.regime))
        return figures

    def _household(self, year: int, of: Year, is_submitted: bool) -> Figures:
        own_income = of.own(of.amounts.income)
        parts = {
            "taxpayer": [
                cents(of.own(of.amounts.gains)),
                cents(own_income),
                tax_of(own_income, INCOME_PERCENT),
            ]
        }
        whole = [cents(of.gains), cents(of.income), tax_of(of.income, INCOME_PERCENT)]
        parts["partner"] = [all_of - own for all_of, own in zip(whole, parts["taxpayer"])]
        figures: Figures = {}
        for who, amounts in parts.items():
            for name, eur in zip(("capitalGains", "income", "incomeTax"), amounts):
                figures[f"household.{who}.{name}"] = eur
            prefix = "PARTNER_" if who == "partner" else ""
            for name, eur in declared(year, of.regime, amounts[0], amounts[1]).items():
                figures[prefix + name] = eur
        if not is_submitted:
            estimate = estimate_of(year, self._partner, self._start("partnersClosing"))
            figures.update({f"household.partner.estimate.{name}": eur for name, eur in estimate.items()})
        return figures


def declared(year: int, regime: str, gains: Fraction, income: Fraction) -> Figures:
    """Returns the amounts of the return, by the kind of their code. A net loss is declared as 0."""
    if year < FIRST_DECLARATION_YEAR:
        return {}
    figures = {"INCOME": income}
    if regime == SPECULATION:
        figures["SPECULATIVE_GAIN"] = max(gains, ZERO)
    elif has_exemption(year, regime):
        figures["CAPITAL_GAIN"] = max(gains, ZERO)
    return figures


# ---- calculation ----

PHOTO_YEAR = 2025


class Calculation:
    """The figures of a year as the rules give them."""

    def __init__(
        self, year: int, data: Dict[str, List[Line]], opening: Optional[Opening], is_submitted: bool
    ) -> None:
        self.year = year
        self._opening = opening
        self._first = 0 if opening is None else opening.year
        prices = {line["eventId"]: line for line in data["prices"] if line["for"] == "EVENT"}
        self._check_prices(data["prices"])
        self.photo_prices: Dict[str, Fraction] = {
            line["assetKey"]: line["eur"] for line in data["prices"] if line["for"] == "PHOTO"
        }
        self.events = resolve(data["facts"], data["overrides"], data["rules"], data["matches"], prices)
        regimes = {line["year"]: line["regime"] for line in data["years"]}
        self._book = Book(opening, lambda each: regimes.get(each, "NORMAAL_BEHEER"), self.photo_prices.get)
        # Lots at the photo moment and at the end of the year. None where the facts until then are in another
        # dossier.
        self.photo: Optional[List[HeldLot]] = None
        self.lots: List[HeldLot] = []
        self._run()
        years = Years(data["years"], self.events, opening)
        self.figures = years.figures(year, is_submitted)

    def events_of_year(self) -> List[Event]:
        """Returns the events of the year in the order of the dossier."""
        of_year = [event for event in self.events if event.year == self.year]
        return sorted(of_year, key=lambda event: (event.at, event.id))

    def _run(self) -> None:
        end = year_end(self.year)
        acted = set() if self._opening is None else set(self._opening.acted)
        actions = actions_of(self.events, self._first, acted)
        is_photo_due = self._first <= PHOTO_YEAR
        for action in actions:
            if is_photo_due and action.at >= PHOTO_MOMENT:
                self.photo = held_lots(self._book.pools)
                is_photo_due = False
            if action.at >= end:
                break
            self._book.apply(action)
        self.lots = held_lots(self._book.pools)
        if is_photo_due:
            self.photo = self.lots
        self.crossing = {moment: _crossing(actions, moment) for moment in (PHOTO_MOMENT, end)}

    def _check_prices(self, lines: List[Line]) -> None:
        seen: Set[Tuple[str, Any]] = set()
        for number, line in enumerate(lines, 1):
            name = (line["for"], line["eventId"] if line["for"] == "EVENT" else line["assetKey"])
            if line["for"] not in ("EVENT", "PHOTO") or name in seen:
                raise Difference(
                    file_name("prices"), number, "for", line["for"], "one price of an event or of the photo"
                )
            seen.add(name)


def _crossing(actions: List[Action], moment: int) -> Set[str]:
    """Returns the assets of transfers between assets that arrived before a moment and left after it."""
    assets: Set[str] = set()
    for action in actions:
        if (
            action.kind == DEPARTURE
            and action.at < moment <= action.event.at
            and not stays_in_pool(action.event)
        ):
            assets.add(action.event.asset)
            assets.update(pair.into.asset for pair in action.event.pairs)
    return assets


# ---- chain ----

LOG_FILE = file_name("log")
_HASH = re.compile(r"[0-9a-f]{64}")


def check_chain(lines: List[Line], chain: Dict[str, Any]) -> int:
    """Checks the links, length and head of the chain. Returns how many links have no text to check."""
    unread = 0
    covered = [_covered(line, number) for number, line in enumerate(lines, 1)]
    cleanups = [entry for entry in covered if entry is not None and entry[:1] == ["CLEANUP"]]
    place, before = 0, b""
    if cleanups:
        place, before = cleanups[-1][4], bytes.fromhex(cleanups[-1][5])
    for number, (line, entry) in enumerate(zip(lines, covered), 1):
        place += 1
        if line["place"] != place:
            raise Difference(LOG_FILE, number, "place", str(line["place"]), str(place))
        if _HASH.fullmatch(line["hash"]) is None:
            raise Difference(LOG_FILE, number, "hash", line["hash"], "64 hexadecimal digits")
        if entry is None:
            unread += 1
        else:
            named = entry[2] if entry[0] == "CLEANUP" else entry[1]
            if named != place:
                raise Difference(LOG_FILE, number, "covers", f"place {named}", f"place {place}")
            expected = hashlib.sha256(before + line["covers"].encode("utf-8")).hexdigest()
            if line["hash"] != expected:
                raise Difference(LOG_FILE, number, "hash", line["hash"], expected)
        before = bytes.fromhex(line["hash"])
    _check_head(lines, chain)
    return unread


def _covered(line: Line, number: int) -> Optional[List[Any]]:
    """Returns the entry that a link covers; None where the dossier leaves it out."""
    covers = line["covers"]
    if covers is None:
        return None
    try:
        entry = json.loads(covers)
    except (TypeError, ValueError, RecursionError) as error:
        raise Difference(LOG_FILE, number, "covers", str(covers)[:80], "a JSON array as text") from error
    if not isinstance(entry, list) or len(entry) < 3:
        raise Difference(LOG_FILE, number, "covers", str(covers)[:80], "an entry or a cleanup")
    if entry[0] == "CLEANUP":
        is_whole = (
            len(entry) == 8 and isinstance(entry[4], int) and _HASH.fullmatch(str(entry[5])) is not None
        )
        if not is_whole:
            raise Difference(LOG_FILE, number, "covers", str(covers)[:80], "the eight values of a cleanup")
    return entry


def _check_head(lines: List[Line], chain: Dict[str, Any]) -> None:
    length = lines[-1]["place"] if lines else 0
    head = lines[-1]["hash"] if lines else None
    if chain.get("length") != length:
        raise Difference("manifest.json", None, "chain.length", str(chain.get("length")), str(length))
    if (chain.get("hash") or None) != head:
        raise Difference("manifest.json", None, "chain.hash", str(chain.get("hash")), str(head))


# ---- checks ----

Data = Dict[str, List[Line]]


def shown(value: Any, field: str = "") -> str:
    """Writes a value for a message."""
    if isinstance(value, Fraction):
        return text_of(value)
    if field in ("timestamp", "acquiredAt", "moment", "at") and isinstance(value, int):
        return instant_text(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def check_fields(name: str, number: int, line: Line, expected: Line) -> None:
    """Throws Difference for the first field of a line that is not as expected."""
    for field, value in expected.items():
        if line[field] != value:
            row = line.get("name") or line.get("id") or line.get("eventId") or ""
            raise Difference(
                file_name(name), number, field, shown(line[field], field), shown(value, field), row
            )


def check_prices(lines: List[Line], all_events: List[Event]) -> None:
    """Checks that each price belongs to its event, and is of an age and an origin that the rules allow."""
    events = {event.id: event for event in all_events}
    for number, line in enumerate(lines, 1):
        is_photo = line["for"] == "PHOTO"
        event = None if is_photo else events.get(line["eventId"])
        if not is_photo and event is None:
            raise Difference(
                file_name("prices"), number, "eventId", shown(line["eventId"]), "an event of the facts"
            )
        expected: Line = (
            {"moment": PHOTO_MOMENT} if event is None else {"moment": event.at, "assetKey": event.asset}
        )
        check_fields("prices", number, line, expected)
        fault = _price_fault(line, PHOTO_PRICE_AGE if is_photo else EVENT_PRICE_AGE)
        if fault is not None:
            raise Difference(file_name("prices"), number, fault[0], shown(line[fault[0]], fault[0]), fault[1])


def _price_fault(line: Line, age_max: int) -> Optional[Tuple[str, str]]:
    origin, moment, at = line["origin"], line["moment"], line["at"]
    if origin not in ("ENTERED", "IMPORTED", "DERIVED"):
        return "origin", "ENTERED, IMPORTED or DERIVED"
    if origin == "DERIVED":
        coin = STABLECOINS.get(line["assetKey"])
        return (
            ("origin", "a price of its own: the asset is no stablecoin then")
            if coin is None or coin[1] > moment
            else None
        )
    if at is None or at > moment:
        return "at", "an instant up to the moment"
    # A price of a day is valid from its start on.
    allowed = ENTERED_PRICE_AGE if origin == "ENTERED" else age_max
    return ("at", "a price that is still valid at the moment") if moment - at > allowed else None


def check_photo_values(lines: List[Line], price_of: Callable[[str], Optional[Fraction]]) -> None:
    """Compares price and value of each lot at the photo moment."""
    for number, line in enumerate(lines, 1):
        price = price_of(line["assetKey"])
        value = None if price is None else euro(price * line["amount"])
        check_fields("photo", number, line, {"price": price, "value": value})


def check_law(lines: List[Line], year: int) -> None:
    """Compares the numbers of the law with those of this program."""
    expected = law_values(year)
    for number, line in enumerate(lines, 1):
        if line["name"] in expected:
            try:
                value = decimal_of(line["value"], EUR_DIGITS)
            except BadValue as error:
                raise Difference(
                    file_name("law"), number, "value", shown(line["value"]), "a number"
                ) from error
            if value != expected[line["name"]]:
                raise Difference(
                    file_name("law"), number, "value", line["value"], text_of(expected[line["name"]])
                )
    missing = set(expected) - {line["name"] for line in lines}
    if missing:
        raise Difference(file_name("law"), None, "name", "no line for " + min(missing), "one line")


def check_sums(data: Data) -> None:
    """Compares the sums inside a dossier whose figures cannot be computed again."""
    for number, line in enumerate(data["slices"], 1):
        if line["isGain"] and line["proceeds"] is not None:
            check_fields("slices", number, line, {"gain": line["proceeds"] - line["costBasis"]})
    sums = {
        "totalCapitalGains": total(line["totalGain"] or ZERO for line in data["events"]),
        "totalIncome": total(line["income"] for line in data["events"]),
    }
    for number, line in enumerate(data["figures"], 1):
        if line["name"] in sums and line["eur"] is not None:
            check_fields("figures", number, line, {"eur": cents(sums[line["name"]])})
    prices = {line["assetKey"]: line["price"] for line in data["photo"]}
    check_photo_values(data["photo"], prices.get)


# ---- compare ----

def check_rows(name: str, lines: List[Line], expected: Dict[Any, Line], key: Callable[[Line], Any]) -> None:
    """Compares each line with the one of the same key. No line may be missing, there twice, or of no key."""
    seen = set()
    for number, line in enumerate(lines, 1):
        which = key(line)
        if which in seen:
            raise Difference(
                file_name(name), number, "", f"{_name(which)} a second time", "one line for each"
            )
        if which not in expected:
            raise Difference(file_name(name), number, "", f"a line for {_name(which)}", "no such line")
        seen.add(which)
        check_fields(name, number, line, expected[which])
    for which in expected:
        if which not in seen:
            raise Difference(file_name(name), None, "", f"no line for {_name(which)}", _row(expected[which]))


def _name(which: Any) -> str:
    return " ".join(str(part) for part in which) if isinstance(which, tuple) else str(which)


def _row(line: Line) -> str:
    return "one with " + ", ".join(f"{field} {shown(value, field)}" for field, value in line.items())


def compare(data: Data, calculation: Calculation) -> List[str]:
    """Compares all figures. Returns what could not be compared."""
    check_prices(data["prices"], calculation.events)
    events = calculation.events_of_year()
    check_rows(
        "events", data["events"], {event.id: _event_row(event) for event in events}, lambda line: line["id"]
    )
    names: Dict[str, Any] = {
        held.lot.name: held.lot for held in calculation.lots if held.lot.name is not None
    }
    left_out = _check_slices(data["slices"], events, names)
    end = year_end(calculation.year)
    left_out += _check_lots("lots", data["lots"], calculation.lots, calculation.crossing[end], names)
    left_out += _check_photo(data, calculation, names)
    figures = {name: {"eur": eur, "low": None, "high": None} for name, eur in calculation.figures.items()}
    check_rows("figures", data["figures"], figures, lambda line: line["name"])
    return left_out


def _event_row(event: Event) -> Line:
    return {
        "timestamp": event.at,
        "type": event.kind,
        "treatment": event.treatment,
        "taxable": event.taxable,
        "amount": event.amount,
        "assetKey": event.asset,
        "euroValue": event.shown_value,
        "priceSource": event.price_source,
        "overrideId": None if event.override is None else event.override["id"],
        "ruleId": event.rule_id,
        "matchId": event.pairs[0].match_id if event.pairs else None,
        "totalGain": event.gain,
        "income": event.income,
    }


def _check_slices(lines: List[Line], events: Sequence[Event], names: Dict[str, Any]) -> List[str]:
    rows: Dict[Any, Line] = {}
    early = {event.id for event in events if event.has_acted}
    slices = {(event.id, ordinal): each for event in events for ordinal, each in enumerate(event.slices)}
    for number, line in enumerate(lines, 1):
        which = (line["eventId"], line["ordinal"])
        each = slices.get(which)
        if each is not None:
            _check_lot_name("slices", number, line["lotId"], each, names)
        elif line["eventId"] in early:
            rows[which] = {}
    rows.update((which, _slice_row(each)) for which, each in slices.items())
    check_rows("slices", lines, rows, lambda line: (line["eventId"], line["ordinal"]))
    what = "what {} took: the arrival of this transfer was before the opening"
    return [what.format(event.id) for event in events if event.has_acted]


def _check_lot_name(name: str, number: int, said: str, each: Slice, names: Dict[str, Any]) -> None:
    """The ids of lots are names that the dossier gives. One id is one lot everywhere."""
    lot = each.part.lot
    if lot.name is None and said not in names:
        lot.name = said
        names[said] = lot
    elif lot.name != said:
        expected = "the id of another lot" if lot.name is None else lot.name
        raise Difference(file_name(name), number, "lotId", said, expected)


def _slice_row(each: Slice) -> Line:
    return {
        "kind": each.kind,
        "amount": each.part.amount,
        "proceeds": each.proceeds,
        "isGain": each.is_gain,
        "historicCost": each.part.cost,
        "costBasis": each.basis,
        "gain": each.gain,
        "holdingPeriodDays": each.days,
    }


def _lot_row(held: HeldLot) -> Line:
    lot = held.lot
    return {
        "assetKey": lot.asset,
        "acquiredAt": lot.acquired,
        "originEventId": lot.origin_id,
        "amount": held.amount,
        "costBasis": held.cost,
    }


def _check_lots(
    name: str, lines: List[Line], lots: List[HeldLot], crossing: Iterable[str], names: Dict[str, Any]
) -> List[str]:
    """Compares lots. A lot without a name yet is one of a line with the same values."""
    left_out = set(crossing)
    by_name = {held.lot.name: held for held in lots if held.lot.name is not None}
    unnamed = [held for held in lots if held.lot.name is None and held.lot.asset not in left_out]
    places: Dict[Tuple[Any, ...], List[HeldLot]] = {}
    for held in unnamed:
        places.setdefault(tuple(_lot_row(held).values()), []).append(held)
    later: List[Tuple[int, Line]] = []
    seen = set()
    for number, line in enumerate(lines, 1):
        if line["assetKey"] in left_out:
            continue
        if line["id"] in seen:
            raise Difference(file_name(name), number, "id", line["id"], "each lot once")
        seen.add(line["id"])
        known = by_name.get(line["id"])
        if known is not None:
            check_fields(name, number, line, _lot_row(known))
            continue
        alike = places.get(tuple(line[field] for field in _LOT_FIELDS), [])
        if not alike or line["id"] in names:
            later.append((number, line))
            continue
        held = alike.pop(0)
        held.lot.name = line["id"]
        names[line["id"]] = held.lot
    for number, line in later:
        _reject_lot(name, number, line, [held for held in unnamed if held.lot.name is None])
    for held in lots:
        if held.lot.asset not in left_out and held.lot.name not in seen:
            raise Difference(file_name(name), None, "", "no line for a lot", _row(_lot_row(held)))
    what = "at the end of the year" if name == "lots" else "at the photo moment"
    return [
        f"the lots of {asset} {what}: a transfer to another asset was under way then"
        for asset in sorted(left_out)
    ]


_LOT_FIELDS = ("assetKey", "acquiredAt", "originEventId", "amount", "costBasis")


def _reject_lot(name: str, number: int, line: Line, lots: List[HeldLot]) -> None:
    """Names the field in which a line differs from the lot that is most like it."""
    rows = [_lot_row(held) for held in lots if held.lot.asset == line["assetKey"]]
    if not rows:
        raise Difference(
            file_name(name), number, "", f"a lot {line['id']} of {line['assetKey']}", "no such lot"
        )
    best = max(rows, key=lambda row: sum(line[field] == row[field] for field in _LOT_FIELDS))
    check_fields(name, number, line, best)
    raise Difference(file_name(name), number, "id", line["id"], "the id of another lot")


def _check_photo(data: Data, calculation: Calculation, names: Dict[str, Any]) -> List[str]:
    regimes = {line["year"]: line["regime"] for line in data["years"]}
    is_shown = has_exemption(calculation.year, regimes.get(calculation.year, ""))
    if calculation.photo is None:
        check_photo_values(data["photo"], calculation.photo_prices.get)
        return ["the lots at the photo moment: the facts until then are in the dossier of an earlier year"]
    lots = calculation.photo if is_shown else []
    crossing = calculation.crossing[PHOTO_MOMENT] if is_shown else set()
    left_out = _check_lots("photo", data["photo"], lots, crossing, names)
    check_photo_values(data["photo"], calculation.photo_prices.get)
    return left_out


# ---- opening ----

OPENING_FILE = file_name("opening")


def read_opening(lines: List[Line]) -> Optional[Opening]:
    """Returns the opening; None where no earlier year is submitted."""
    if not lines:
        return None
    if lines[0]["part"] != "YEAR":
        raise Difference(OPENING_FILE, 1, "part", lines[0]["part"], "YEAR")
    opening = Opening(lines[0]["year"], lines[0]["sums"])
    numbered = list(enumerate(lines[1:], 2))
    lots = {line["id"]: _lot(line, number) for number, line in numbered if line["part"] == "LOT"}
    opening.lots = list(lots.values())
    if len(lots) != sum(line["part"] == "LOT" for line in lines):
        raise Difference(OPENING_FILE, None, "id", "two lots of one id", "each lot once")
    for number, line in numbered:
        _add(opening, lots, line, number)
    for debt in opening.debts:
        for lot in opening.lots:
            # A loan may be the arrival of a transfer since, and what that brings is not borrowed.
            if (lot.origin_id, lot.acquired) == (debt.event_id, debt.borrowed):
                lot.loan = debt
    return opening


def _add(opening: Opening, lots: Dict[str, Lot], line: Line, number: int) -> None:
    part = line["part"]
    if part == "WAITING":
        _wait(opening, _known(lots, line["lotId"], number), line, number)
    elif part == "MARK":
        _mark(opening.lots, _known(lots, line["untilLotId"], number), line)
    elif part == "DEBT":
        opening.debts.append(Debt(line["eventId"], line["assetKey"], line["remaining"], line["borrowedAt"]))
    elif part == "AHEAD":
        opening.acted.append((line["outEventId"], line["inEventId"]))
    elif part == "YEAR":
        raise Difference(OPENING_FILE, number, "part", part, "a part after the first line")


def _known(lots: Dict[str, Lot], name: str, number: int) -> Lot:
    if name not in lots:
        raise Difference(OPENING_FILE, number, "lotId", name, "a lot of the opening")
    return lots[name]


def _lot(line: Line, number: int) -> Lot:
    if len(line["key"]) != 5 or not all(isinstance(part, str) for part in line["key"]):
        raise Difference(OPENING_FILE, number, "key", str(line["key"]), "five texts")
    if not 0 <= line["remaining"] <= line["amount"] or line["amount"] == 0:
        raise Difference(
            OPENING_FILE, number, "remaining", str(line["remaining"]), "at most the amount of the lot"
        )
    lot = Lot(
        asset=line["assetKey"],
        event_id=line["eventId"],
        origin_id=line["originEventId"],
        acquired=line["acquiredAt"],
        held_since=line["heldSince"],
        key=tuple(line["key"]),
        arrival=line["arrival"],
        amount=line["amount"],
        remaining=line["remaining"],
        cost=line["costBasis"],
        fees=line["feesEur"],
        photo=_photo(line["photo"], number),
    )
    lot.name = line["id"]
    return lot


def _photo(value: Any, number: int) -> Optional[Tuple[str, Fraction]]:
    if value is None:
        return None
    try:
        return str(value["assetKey"]), decimal_of(value["amount"], AMOUNT_DIGITS)
    except (BadValue, KeyError, TypeError) as error:
        raise Difference(OPENING_FILE, number, "photo", str(value), "an asset and an amount") from error


def _wait(opening: Opening, lot: Lot, line: Line, number: int) -> None:
    photo = _photo(line["photo"], number)
    part = Part(lot, line["amount"], line["costBasis"], line["feesEur"], photo, line["heldSince"])
    opening.waiting.setdefault(line["outEventId"], []).append(part)
    lot.waiting += part.amount
    lot.waiting_cost += part.cost


def _mark(lots: List[Lot], last: Lot, line: Line) -> None:
    """Marks units that came before the mark: of older lots, and of its own lot up to `until`."""
    since = line["heldSince"]
    if since is None:
        return
    for lot in lots:
        if lot.asset == last.asset and lot.arrival < line["arrival"] and lot.age < last.age:
            lot.mark(lot.amount, since)
    if last.arrival < line["arrival"]:
        last.mark(line["until"], since)


# ---- cli ----

HOLDS, DIFFERS, UNREADABLE = 0, 1, 2

DESCRIPTION = """Verifies the dossier of a year (a ZIP file): that its files are as the manifest says,
that the log of corrections is an unbroken chain, and that every figure follows from the inputs by the rules,
which this program applies again. It writes no file and uses no network."""
EPILOG = """Exit codes: 0 the dossier holds, 1 something differs, 2 the file cannot be read.
What is proved, and what is not: docs/verify.md"""


def verify(path: Any) -> Dict[str, Any]:
    """Returns the result for a dossier, given as a path or an open file."""
    try:
        dossier = read_archive(path)
    except Unreadable as error:
        return {"result": "UNREADABLE", "exitCode": UNREADABLE, "message": str(error)}
    result: Dict[str, Any] = {
        "result": "HOLDS",
        "exitCode": HOLDS,
        "year": dossier.manifest["year"],
        "dataSha256": dossier.data_hash,
        "recomputed": dossier.manifest["recomputable"],
        "notComputed": [],
    }
    difference: Optional[Difference] = None
    try:
        _check(dossier, result)
    except Difference as found:
        difference = found
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A value of which no rule speaks, such as an unknown treatment or an amount of 0 that is shared. In a file that is not
        # as in the manifest, that is a difference.
        if not dossier.differences:
            message = f"the inputs cannot be computed with ({type(error).__name__}: {error})"
            return {"result": "UNREADABLE", "exitCode": UNREADABLE, "message": message}
    if difference is None and dossier.differences:
        difference = dossier.differences[0]
    if difference is not None:
        result.update(result="DIFFERS", exitCode=DIFFERS, difference=_as_json(difference))
        result["differingFiles"] = sorted({each.file for each in dossier.differences})
    return result


def _check(dossier: Dossier, result: Dict[str, Any]) -> None:
    manifest, year = dossier.manifest, dossier.manifest["year"]
    data: Dict[str, List[Line]] = {}
    for name in [*FIELDS, "opening"]:
        content = dossier.files.get(file_name(name))
        if content is None:
            return
        data[name] = read_lines(name, content)
    result.update(
        facts=len(data["facts"]),
        lines=sum(len(lines) for lines in data.values()),
        figures=len(data["figures"]),
    )
    unread = check_chain(data["log"], manifest["chain"])
    if unread:
        result["notComputed"].append(
            f"{unread} entries of the log, which are left out because a year is locked"
        )
    check_law(data["law"], year)
    if not manifest["recomputable"]:
        check_sums(data)
        reasons = ", ".join(str(reason) for reason in manifest.get("reasons") or [])
        result["notComputed"].append(
            f"the figures ({reasons}): only hashes, the chain and the sums inside were checked"
        )
        return
    opening = read_opening(data["opening"])
    calculation = Calculation(year, data, opening, manifest.get("submittedAt") is not None)
    result["notComputed"] += compare(data, calculation)


def _as_json(difference: Difference) -> Dict[str, Any]:
    return {
        "file": difference.file,
        "line": difference.line,
        "row": difference.row,
        "field": difference.field,
        "says": difference.says,
        "expected": difference.expected,
    }


def message_of(result: Dict[str, Any]) -> str:
    """Returns the line that is printed."""
    if result["result"] == "UNREADABLE":
        return f"Not read: {result['message']}."
    year = result["year"]
    if result["result"] == "DIFFERS":
        found = result["difference"]
        line = "" if found["line"] is None else f" line {found['line']}"
        field = "" if found["field"] == "" else f", {found['field']}"
        others = [
            file for file in result["differingFiles"] if file != found["file"] or found["line"] is not None
        ]
        hashes = f". Not as in the manifest: {', '.join(others)}" if others else ""
        row = f" ({found['row']})" if found["row"] else ""
        where = f"{found['file']}{line}{row}{field}"
        values = f"the dossier has {found['says']}, it should be {found['expected']}"
        return f"The year {year} differs: {where}: {values}{hashes}."
    counted = f"{result['facts']} facts, {result['lines']} lines and {result['figures']} figures"
    done = "were computed again" if result["recomputed"] else "were read, but NOT computed again"
    left_out = f" Not computed: {'; '.join(result['notComputed'])}." if result["notComputed"] else ""
    return f"The year {year} holds: {counted} {done}. SHA-256 of the data: {result['dataSha256']}.{left_out}"


def printable(text: str) -> str:
    """Replaces what a terminal would not print as text: a dossier may come from a stranger."""
    encoding = sys.stdout.encoding or "ascii"
    plain = "".join(each if each.isprintable() else "?" for each in text)
    return plain.encode(encoding, "replace").decode(encoding)


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        prog="verify",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("dossier", help="the ZIP file of a dossier")
    parser.add_argument("--json", action="store_true", help="print the result as JSON, for programs")
    options = parser.parse_args(arguments)
    result = verify(options.dossier)
    print(json.dumps(result) if options.json else printable(message_of(result)))
    return int(result["exitCode"])


if __name__ == "__main__":
    sys.exit(main())
