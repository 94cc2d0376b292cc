"""Exact numbers: fractions that are rounded only where the rules say so."""

import re
from fractions import Fraction
from typing import Iterable, Optional

ZERO = Fraction(0)
AMOUNT_DIGITS = 24
EUR_DIGITS = 12
CENT_DIGITS = 2

_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")


class BadValue(ValueError):
    """A text that is not what its field may hold."""


def decimal_of(text: str, digits: int) -> Fraction:
    """Returns the value of a plain decimal with at most `digits` fraction digits."""
    if not isinstance(text, str) or len(text) > 80 or _DECIMAL.fullmatch(text) is None:
        raise BadValue("is not a plain decimal")
    if "." in text and len(text.split(".")[1]) > digits:
        raise BadValue(f"has more than {digits} fraction digits")
    return Fraction(text)


def rounded(value: Fraction, digits: int) -> Fraction:
    """Rounds to `digits` fraction digits, half to even."""
    return round(value, digits)


def euro(value: Fraction) -> Fraction:
    """Rounds to the 12 fraction digits that a share of money has."""
    return round(value, EUR_DIGITS)


def cents(value: Fraction) -> Fraction:
    """Rounds a sum to cents."""
    return round(value, CENT_DIGITS)


def total(values: Iterable[Fraction]) -> Fraction:
    """Adds numbers up."""
    return sum(values, ZERO)


def text_of(value: Optional[Fraction]) -> str:
    """Writes a number for a message: all its digits, or the first 30 of a number that never ends."""
    if value is None:
        return "null"
    sign = "-" if value < 0 else ""
    scaled = abs(value) * 10**30
    whole, fraction = divmod(scaled.numerator // scaled.denominator, 10**30)
    digits = f"{fraction:030d}".rstrip("0")
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"


def share_left(whole: Fraction, units_left: Fraction, units: Fraction, digits: int = EUR_DIGITS) -> Fraction:
    """Returns what `units_left` of `units` keep of a total. Whole and empty remainders are never rounded."""
    if units_left == 0:
        return ZERO
    return whole if units_left == units else round(whole * units_left / units, digits)


class RunningShares:
    """Shares a total over parts in order: the share of all parts so far, less what earlier ones got."""

    def __init__(self, whole: Fraction, weight: Fraction, digits: int = EUR_DIGITS) -> None:
        self._whole = whole
        self._weight = weight
        self._digits = digits
        self._so_far = ZERO
        self._given = ZERO

    def next(self, weight: Fraction) -> Fraction:
        """Returns the share of the next part."""
        self._so_far += weight
        up_to_here = round(self._whole * self._so_far / self._weight, self._digits)
        share = up_to_here - self._given
        self._given = up_to_here
        return share
