"""The legs of transfers and swaps, and the fees of events (engine.md, sections 1 to 3)."""

from fractions import Fraction
from typing import Callable, Dict, Iterable, List, Optional, Tuple

from .decimals import AMOUNT_DIGITS, ZERO, RunningShares, total
from .events import Prices, deciding_rules, effective_events, settle
from .law import (
    ARRIVE,
    GIFT,
    GIVEN,
    INCOME,
    IN_TREATMENTS,
    LEAVE,
    LOAN,
    MATCH_TREATMENTS,
    NEW_LOT,
    OUT_TREATMENTS,
    REPAYMENT,
    SALE,
    SWAP_TREATMENTS,
)
from .model import Event, Line, Pair


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
