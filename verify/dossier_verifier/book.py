"""What each event does to the pools, with its gain and income (engine.md, sections 2 and 3)."""

from fractions import Fraction
from typing import Callable, Dict, List, Optional

from .actions import (
    DEPARTURE,
    LATE_ARRIVAL,
    LATE_DEPARTURE,
    SURPLUS,
    UNKNOWN_ARRIVAL,
    Action,
    has_acted,
)
from .brussels import days_between
from .decimals import AMOUNT_DIGITS, ZERO, RunningShares, euro, rounded, total
from .law import (
    COST,
    FIRST_TAXED_YEAR,
    INCOME,
    INCOMING,
    LEAVE,
    LOAN,
    PHOTO_MOMENT,
    REPAYMENT,
    SALE,
    SPECULATION,
    photo_basis,
)
from .legs import stays_in_pool
from .model import Debt, Event, Lot, Opening, Pair, Part, Slice
from .pools import Pools, split, units_of

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
