"""Computes a year again: from facts and corrections to events, lots and figures."""

from fractions import Fraction
from typing import Any, Dict, List, Optional, Set, Tuple

from .actions import DEPARTURE, Action, actions_of
from .book import Book, HeldLot, held_lots
from .brussels import year_end
from .figures import Years
from .law import PHOTO_MOMENT
from .legs import resolve, stays_in_pool
from .lines import Difference, file_name
from .model import Event, Line, Opening

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
