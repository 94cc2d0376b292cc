"""The calendar of Brussels, with summer time by the rule of the European Union."""

import re
from datetime import datetime, timedelta, timezone
from typing import Tuple

from .decimals import BadValue

DAY_US = 24 * 3600 * 1_000_000
HOUR_US = 3600 * 1_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

_INSTANT = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6})Z")


def instant_of(text: str) -> int:
    """Returns the microseconds since 1970 of an instant such as `2026-01-10T09:00:00.000000Z`."""
    match = _INSTANT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BadValue("is not an instant in UTC with six fraction digits")
    try:
        moment = datetime.strptime(match.group(1), "%Y-%m-%dT%H:%M:%S.%f").replace(tzinfo=timezone.utc)
    except ValueError as error:
        raise BadValue("is not an instant that exists") from error
    return _microseconds(moment)


def instant_text(at: int) -> str:
    """Writes microseconds since 1970 as the dossier writes instants."""
    return (EPOCH + timedelta(microseconds=at)).strftime("%Y-%m-%dT%H:%M:%S.%f") + "Z"


def _microseconds(moment: datetime) -> int:
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def _change(year: int, month: int) -> int:
    """Returns when the clocks change in March or October: at one o'clock UTC on the last Sunday."""
    last = datetime(year, month, 31, 1, tzinfo=timezone.utc)
    return _microseconds(last - timedelta(days=(last.weekday() + 1) % 7))


def _local(at: int) -> datetime:
    winter = EPOCH + timedelta(microseconds=at + HOUR_US)
    year = winter.year
    is_summer = _change(year, 3) <= at < _change(year, 10)
    return winter + timedelta(hours=1) if is_summer else winter


def year_and_month(at: int) -> Tuple[int, int]:
    """Returns the year and the month of an instant in Brussels."""
    local = _local(at)
    return local.year, local.month


def year_end(year: int) -> int:
    """Returns the instant at which a year ends in Brussels."""
    return _microseconds(datetime(year, 12, 31, 23, tzinfo=timezone.utc))


def days_between(since: int, until: int) -> int:
    """Returns the calendar days of Brussels from one instant to another, never below 0."""
    return max(0, _local(until).toordinal() - _local(since).toordinal())
