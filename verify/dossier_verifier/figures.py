"""The figures of a year: totals, exemption, estimate, household, the return (engine.md, section 4)."""

from fractions import Fraction
from typing import Any, Dict, List, Optional

from .decimals import EUR_DIGITS, ZERO, cents, decimal_of, euro, total
from .law import (
    FIRST_DECLARATION_YEAR,
    INCOME_PERCENT,
    NORMAL_REGIME,
    SPECULATION,
    gains_percent,
    has_exemption,
    tax_of,
)
from .model import Event, Line, Opening
from .sums import Carried, Figures, Start, YearFacts, YearOf, carried_into, estimate_of, exemption_of

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
