"""What acts on the pools, and in which order (engine.md, "Order of processing")."""

from dataclasses import dataclass
from typing import AbstractSet, Dict, List, Optional, Set, Tuple

from .law import INCOMING, NONE
from .legs import stays_in_pool
from .model import Event, Pair

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
