"""Checks of single lines: prices, the law, values at the photo moment, and the sums inside a dossier."""

from fractions import Fraction
from typing import Any, Callable, Dict, List, Optional, Tuple

from .brussels import instant_text
from .decimals import EUR_DIGITS, ZERO, BadValue, cents, decimal_of, euro, text_of, total
from .law import (
    ENTERED_PRICE_AGE,
    EVENT_PRICE_AGE,
    PHOTO_MOMENT,
    PHOTO_PRICE_AGE,
    STABLECOINS,
    law_values,
)
from .lines import Difference, file_name
from .model import Event, Line

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
