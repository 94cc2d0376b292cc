"""The files of a dossier: which fields a line has, and what each of them may hold (docs/dossier.md)."""

import json
from typing import Any, Dict, List, Tuple

from .brussels import instant_of
from .decimals import AMOUNT_DIGITS, EUR_DIGITS, BadValue, decimal_of
from .model import Line

# The fields of each file, in their order. After a colon: what it holds (text if nothing), and `?` where it
# may be null. Decimals are of kind amount or eur, and `any` is not read.
FIELDS: Dict[str, str] = {
    "facts": """
        id accountId account accountLabel:text? assetKey assetSymbol:text? assetName:text? assetChain:text?
        fiat:bool type referenceId amount:amount timestamp:instant euroValue:eur? treatment taxable:bool?
        priceSource:text? description:text? protocol:text? continuityGroupId:text? counterpartyAddress:text?
        chainId:int? flags:list spam:bool needsReview:bool isLoan:bool isRepayment:bool
    """,
    "overrides": """
        id eventId type:text? treatment:text? taxable:bool? euroValue:eur? amount:amount? timestamp:instant?
        description:text? flags:list? originAcquiredAt:instant?
    """,
    "rules": """
        id ordinal:int action matchType direction counterpartyAddress:text? chainId:int? matchValue:text?
        thresholdEur:eur?
    """,
    "matches": "id joinedMatchId:text? ordinal:int outEventId inEventId kind",
    "prices": "eventId:text? assetKey moment:instant for eur:eur at:instant? origin own:bool",
    "money": """
        id accountId account accountLabel:text? currency type purpose:text? referenceId:text? amount:amount
        timestamp:instant description:text?
    """,
    "years": """
        year:int regime hasCircumstances:bool exemptionUsedElsewhere:eur? otherGains:eur?
        derivativeResults:eur? taxWithheld:eur? ownedSharePercent:eur? accountShares:list?
        municipalSurchargePercent:eur? speculativeLossYearMinus1:eur? speculativeLossYearMinus2:eur?
        speculativeLossYearMinus3:eur? speculativeLossYearMinus4:eur? speculativeLossYearMinus5:eur?
    """,
    "law": "name value:text? unit:text? source:text? article:text? status:text?",
    "events": """
        id timestamp:instant type treatment taxable:bool amount:amount assetKey euroValue:eur? priceSource
        overrideId:text? ruleId:text? matchId:text? totalGain:eur? income:eur
    """,
    "slices": """
        eventId ordinal:int kind lotId amount:amount proceeds:eur? isGain:bool historicCost:eur costBasis:eur
        gain:eur holdingPeriodDays:int
    """,
    "lots": "id assetKey originEventId acquiredAt:instant amount:amount costBasis:eur",
    "photo": "id assetKey originEventId acquiredAt:instant amount:amount costBasis:eur price:eur? value:eur?",
    "figures": "name eur:eur? low:eur? high:eur?",
    "issues": "id type eventId:text? assetKey:text? timestamp:instant?",
    "log": "place:int covers:any hash",
    "reported": """
        assetKey assetSymbol:text? platform country:text? kind units:amount eur:eur? fees:eur?
        transactions:int withoutValue:int
    """,
}

# The parts of the opening have fields of their own.
OPENING_FIELDS: Dict[str, str] = {
    "YEAR": "part year:int sums:any",
    "LOT": """
        part id assetKey eventId originEventId fromLotId:text? acquiredAt:instant heldSince:instant
        arrivedAt:instant amount:amount costBasis:eur feesEur:eur photo:any remaining:amount key:list
        arrival:int
    """,
    "WAITING": "part outEventId lotId amount:amount costBasis:eur feesEur:eur photo:any heldSince:instant",
    "MARK": "part assetKey heldSince:instant? untilLotId until:amount arrival:int",
    "DEBT": "part eventId assetKey borrowedAt:instant amount:amount originalCostBasis:eur remaining:amount",
    "AHEAD": "part outEventId inEventId",
}


# Fields of the opening that no figure of a later year needs.
OTHER_OPENING_FIELDS = {"origin", "saleProceeds", "soldAt"}


class Difference(Exception):
    """What a dossier says, and what it should say."""

    def __init__(self, file: str, line: Any, field: str, says: str, expected: str, row: str = "") -> None:
        super().__init__(file, line, field, says, expected)
        self.file = file
        self.line = line
        # What the line is of: an id, or the name of a figure.
        self.row = row
        self.field = field
        self.says = says
        self.expected = expected


def file_name(name: str) -> str:
    """Returns the name of a file of lines in the ZIP."""
    return f"data/{name}.jsonl"


def read_lines(name: str, content: bytes) -> List[Line]:
    """Returns the lines of a file as values. Throws Difference for one that is not as described."""
    file = file_name(name)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise Difference(file, line, "", "bytes that are not UTF-8", "UTF-8") from error
    if text and not text.endswith("\n"):
        raise Difference(
            file, text.count("\n") + 1, "", "a last line without LF", "LF at the end of each line"
        )
    return [_read_line(name, file, number, line) for number, line in enumerate(text.split("\n")[:-1], 1)]


def _read_line(name: str, file: str, number: int, text: str) -> Line:
    try:
        line = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Difference(file, number, "", text[:80], "one JSON value") from error
    if not isinstance(line, dict):
        raise Difference(file, number, "", text[:80], "a JSON object")
    described = FIELDS.get(name)
    if described is None:
        described = OPENING_FIELDS.get(str(line.get("part")))
    if described is None:
        raise Difference(file, number, "part", str(line.get("part")), "one of " + ", ".join(OPENING_FIELDS))
    fields = _described(described)
    names = [field for field, _kind in fields]
    if name == "opening":
        # Its lines are as they are stored, in any order of fields.
        has_fields = set(line) - OTHER_OPENING_FIELDS == set(names)
    else:
        has_fields = list(line) == names
    if not has_fields:
        raise Difference(file, number, "", "fields " + " ".join(line), "fields " + " ".join(names))
    read: Line = {}
    for field, kind in fields:
        try:
            read[field] = _value(line[field], kind)
        except BadValue as error:
            says = json.dumps(line[field])[:80]
            raise Difference(file, number, field, says, f"another value: it {error}") from error
    return read


def _object(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    names = [name for name, _value in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name twice")
    return dict(pairs)


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _described(fields: str) -> List[Tuple[str, str]]:
    found = []
    for field in fields.split():
        name, _colon, kind = field.partition(":")
        found.append((name, kind or "text"))
    return found


def _value(value: Any, kind: str) -> Any:
    """Returns a value as it is computed with. Throws BadValue where it is of another kind."""
    if kind == "any":
        return value
    if kind.endswith("?"):
        return None if value is None else _value(value, kind[:-1])
    if kind == "amount":
        return decimal_of(value, AMOUNT_DIGITS)
    if kind == "eur":
        return decimal_of(value, EUR_DIGITS)
    if kind == "instant":
        return instant_of(value)
    expected = {"text": str, "bool": bool, "int": int, "list": list}[kind]
    if not isinstance(value, expected) or (kind == "int" and isinstance(value, bool)):
        raise BadValue(f"is not of kind {kind}")
    return value
