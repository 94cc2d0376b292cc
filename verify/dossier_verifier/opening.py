"""The opening of a dossier: what the last submitted year before it passed on."""

from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple

from .decimals import AMOUNT_DIGITS, BadValue, decimal_of
from .lines import Difference, file_name
from .model import Debt, Line, Lot, Opening, Part

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
