"""The chain of hashes of the log of corrections."""

import hashlib
import json
import re
from typing import Any, Dict, List, Optional

from .lines import Difference, file_name
from .model import Line

LOG_FILE = file_name("log")
_HASH = re.compile(r"[0-9a-f]{64}")


def check_chain(lines: List[Line], chain: Dict[str, Any]) -> int:
    """Checks the links, length and head of the chain. Returns how many links have no text to check."""
    unread = 0
    covered = [_covered(line, number) for number, line in enumerate(lines, 1)]
    cleanups = [entry for entry in covered if entry is not None and entry[:1] == ["CLEANUP"]]
    place, before = 0, b""
    if cleanups:
        place, before = cleanups[-1][4], bytes.fromhex(cleanups[-1][5])
    for number, (line, entry) in enumerate(zip(lines, covered), 1):
        place += 1
        if line["place"] != place:
            raise Difference(LOG_FILE, number, "place", str(line["place"]), str(place))
        if _HASH.fullmatch(line["hash"]) is None:
            raise Difference(LOG_FILE, number, "hash", line["hash"], "64 hexadecimal digits")
        if entry is None:
            unread += 1
        else:
            named = entry[2] if entry[0] == "CLEANUP" else entry[1]
            if named != place:
                raise Difference(LOG_FILE, number, "covers", f"place {named}", f"place {place}")
            expected = hashlib.sha256(before + line["covers"].encode("utf-8")).hexdigest()
            if line["hash"] != expected:
                raise Difference(LOG_FILE, number, "hash", line["hash"], expected)
        before = bytes.fromhex(line["hash"])
    _check_head(lines, chain)
    return unread


def _covered(line: Line, number: int) -> Optional[List[Any]]:
    """Returns the entry that a link covers; None where the dossier leaves it out."""
    covers = line["covers"]
    if covers is None:
        return None
    try:
        entry = json.loads(covers)
    except (TypeError, ValueError, RecursionError) as error:
        raise Difference(LOG_FILE, number, "covers", str(covers)[:80], "a JSON array as text") from error
    if not isinstance(entry, list) or len(entry) < 3:
        raise Difference(LOG_FILE, number, "covers", str(covers)[:80], "an entry or a cleanup")
    if entry[0] == "CLEANUP":
        is_whole = (
            len(entry) == 8 and isinstance(entry[4], int) and _HASH.fullmatch(str(entry[5])) is not None
        )
        if not is_whole:
            raise Difference(LOG_FILE, number, "covers", str(covers)[:80], "the eight values of a cleanup")
    return entry


def _check_head(lines: List[Line], chain: Dict[str, Any]) -> None:
    length = lines[-1]["place"] if lines else 0
    head = lines[-1]["hash"] if lines else None
    if chain.get("length") != length:
        raise Difference("manifest.json", None, "chain.length", str(chain.get("length")), str(length))
    if (chain.get("hash") or None) != head:
        raise Difference("manifest.json", None, "chain.hash", str(chain.get("hash")), str(head))
