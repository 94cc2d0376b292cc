"""Compares the figures of a dossier with those that the rules give, line by line."""

from typing import Any, Callable, Dict, Iterable, List, Sequence, Tuple

from .book import HeldLot
from .brussels import year_end
from .calculation import Calculation
from .checks import Data, check_fields, check_photo_values, check_prices, shown
from .law import PHOTO_MOMENT, has_exemption
from .lines import Difference, file_name
from .model import Event, Line, Slice


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
