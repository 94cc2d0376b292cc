"""From imported events to effective ones: values, rules and corrections (engine.md, section 1)."""

from fractions import Fraction
from typing import Any, Dict, List, Optional, Tuple

from .brussels import year_and_month
from .decimals import cents, euro
from .law import EVENT_TYPES, GIFT, INCOME, INCOMING, NONE, SALE, row_of
from .model import Event, Line

Prices = Dict[str, Line]

# What a rule makes of an event, by its imported type: type, treatment, taxable.
ACTIONS: Dict[Tuple[str, str], Dict[str, Any]] = {
    ("MARK_SELF_TRANSFER", "DISPOSITION"): {"treatment": "TRANSFER_OUT_OWN_WALLET", "taxable": False},
    ("MARK_SELF_TRANSFER", "ACQUISITION"): {"treatment": "CONTINUITY_WITHDRAW", "taxable": False},
    ("MARK_INCOME", "ACQUISITION"): {"kind": "INCOME", "taxable": True},
    ("IGNORE_DUST", "ACQUISITION"): {"treatment": "IGNORED"},
    ("IGNORE_DUST", "INCOME"): {"treatment": "IGNORED"},
}


def effective_events(facts: List[Line], overrides: List[Line], prices: Prices) -> List[Event]:
    """Returns the events with their values, before rules and matches."""
    by_event = {line["eventId"]: line for line in overrides}
    return [_event(fact, by_event.get(fact["id"]), prices) for fact in facts]


def _event(fact: Line, override: Optional[Line], prices: Prices) -> Event:
    def corrected(name: str) -> Any:
        value = None if override is None else override[name]
        return fact[name] if value is None else value

    at = corrected("timestamp")
    year, month = year_and_month(at)
    key = (fact["account"], fact["assetKey"], fact["type"], fact["referenceId"], fact["id"])
    event = Event(fact, override, key, at, year, month, corrected("amount"))
    _set_value(event, prices)
    return event


def _set_value(event: Event, prices: Prices) -> None:
    """The correction's value, else the import's, else the amount at the price of the moment."""
    fact = event.fact
    given = event.corrected("euroValue")
    if given is not None:
        event.price_source = "OVERRIDE"
    elif fact["euroValue"] is not None:
        given = fact["euroValue"]
        event.price_source = "IMPORT" if fact["priceSource"] is None else fact["priceSource"]
    if given is not None:
        event.own_value = event.shown_value = given
        return
    price, origin = _price(event, prices)
    if price is not None:
        exact = event.amount * price
        event.own_value, event.shown_value = euro(exact), cents(exact)
        event.price_source, event.price_origin = "PRICE_SERIES", origin


def _price(event: Event, prices: Prices) -> Tuple[Optional[Fraction], Optional[str]]:
    if event.asset == "EUR":
        return Fraction(1), "IMPORTED"
    line = prices.get(event.id)
    return (None, None) if line is None else (line["eur"], line["origin"])


def settle(event: Event, rule: Optional[Line], match: Optional[Dict[str, Any]] = None) -> None:
    """Sets type, treatment and `taxable`: the last of import, rule, match and correction counts."""
    fact = event.fact
    by_rule = {} if rule is None else ACTIONS[(rule["action"], fact["type"])]
    layers = (by_rule, {} if match is None else match)

    def last(name: str, imported: Any, correction: str) -> Any:
        value = imported
        for layer in layers:
            value = layer.get(name, value)
        corrected = event.corrected(correction)
        return value if corrected is None else corrected

    event.rule_id = None if rule is None else rule["id"]
    event.kind = last("kind", fact["type"], "type")
    event.treatment = last("treatment", fact["treatment"], "treatment")
    event.is_spam = fact["spam"] and match is None and not _counts_again(event)
    row = row_of(event.kind, event.treatment, fact["isLoan"], fact["isRepayment"], event.year)
    taxable = last("taxable", fact["taxable"], "taxable")
    event.taxable = row in (INCOME, SALE) if taxable is None else taxable
    event.row = NONE if event.is_spam or event.is_money else row
    is_free_gift = event.row == GIFT and event.corrected("euroValue") is None
    event.value = Fraction(0) if is_free_gift else event.own_value


def _counts_again(event: Event) -> bool:
    """A corrected type, or a corrected treatment other than IGNORED, makes spam count again."""
    return event.corrected("type") is not None or event.corrected("treatment") not in (None, "IGNORED")


def deciding_rules(event: Event, rules: List[Line]) -> Tuple[Optional[Line], Optional[Line]]:
    """Returns the first rule that matches an event, and an IGNORE_DUST that matches before it."""
    dust: Optional[Line] = None
    for rule in rules:
        if not _matches(rule, event):
            continue
        if rule["action"] != "IGNORE_DUST":
            return rule, dust
        dust = dust or rule
    return None, dust


def _matches(rule: Line, event: Event) -> bool:
    fact = event.fact
    kind = fact["type"]
    if (rule["action"], kind) not in ACTIONS or kind not in EVENT_TYPES:
        return False
    if rule["direction"] != "ANY" and (rule["direction"] == "INBOUND") != (kind in INCOMING):
        return False
    match_type = rule["matchType"]
    if match_type == "DUST_THRESHOLD":
        return event.own_value is not None and event.own_value < (rule["thresholdEur"] or 0)
    if match_type == "COUNTERPARTY":
        return _is_counterparty(rule, fact)
    wanted = (rule["matchValue"] or "").lower()
    if match_type == "DESCRIPTION":
        return fact["description"] is not None and wanted in fact["description"].lower()
    return fact["protocol"] is not None and fact["protocol"].lower() == wanted


def _is_counterparty(rule: Line, fact: Line) -> bool:
    """Chain 0 and none are no EVM chain, where letter case counts."""
    chain = fact["chainId"] or 0
    wanted = (rule["counterpartyAddress"] or "").strip()
    given = (fact["counterpartyAddress"] or "").strip()
    if wanted == "" or (rule["chainId"] or 0) != chain:
        return False
    return wanted == given if chain == 0 else wanted.lower() == given.lower()
