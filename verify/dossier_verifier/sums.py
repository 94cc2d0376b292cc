"""Sums over years: the exemption, losses of speculation, and the estimate of a year (tax-rules.md)."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Callable, Dict, List, Optional, Tuple

from .decimals import ZERO, cents
from .law import (
    FIRST_YEAR,
    LOSS_YEARS,
    NORMAL_REGIME,
    SPECULATION,
    exemption_amounts,
    gains_percent,
    has_exemption,
    tax_of,
)

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
