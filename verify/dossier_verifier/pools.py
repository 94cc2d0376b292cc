"""The pools: for each asset the queue of open lots, the oldest first."""

from bisect import insort
from fractions import Fraction
from typing import Dict, Iterable, List, Optional, Tuple

from .decimals import ZERO, total
from .model import Age, Event, Lot, Part


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
