"""The command: verifies a dossier, prints one line, and ends with 0, 1 or 2."""

import argparse
import json
import sys
from typing import Any, Dict, List, Optional

from .archive import Dossier, Unreadable, read_archive
from .calculation import Calculation
from .chain import check_chain
from .checks import check_law, check_sums
from .compare import compare
from .lines import FIELDS, Difference, file_name, read_lines
from .model import Line
from .opening import read_opening

HOLDS, DIFFERS, UNREADABLE = 0, 1, 2

DESCRIPTION = """Verifies the dossier of a year (a ZIP file): that its files are as the manifest says,
that the log of corrections is an unbroken chain, and that every figure follows from the inputs by the rules,
which this program applies again. It writes no file and uses no network."""
EPILOG = """Exit codes: 0 the dossier holds, 1 something differs, 2 the file cannot be read.
What is proved, and what is not: docs/verify.md"""


def verify(path: Any) -> Dict[str, Any]:
    """Returns the result for a dossier, given as a path or an open file."""
    try:
        dossier = read_archive(path)
    except Unreadable as error:
        return {"result": "UNREADABLE", "exitCode": UNREADABLE, "message": str(error)}
    result: Dict[str, Any] = {
        "result": "HOLDS",
        "exitCode": HOLDS,
        "year": dossier.manifest["year"],
        "dataSha256": dossier.data_hash,
        "recomputed": dossier.manifest["recomputable"],
        "notComputed": [],
    }
    difference: Optional[Difference] = None
    try:
        _check(dossier, result)
    except Difference as found:
        difference = found
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # A value of which no rule speaks, such as an unknown treatment or an amount of 0 that is shared. In a file that is not
        # as in the manifest, that is a difference.
        if not dossier.differences:
            message = f"the inputs cannot be computed with ({type(error).__name__}: {error})"
            return {"result": "UNREADABLE", "exitCode": UNREADABLE, "message": message}
    if difference is None and dossier.differences:
        difference = dossier.differences[0]
    if difference is not None:
        result.update(result="DIFFERS", exitCode=DIFFERS, difference=_as_json(difference))
        result["differingFiles"] = sorted({each.file for each in dossier.differences})
    return result


def _check(dossier: Dossier, result: Dict[str, Any]) -> None:
    manifest, year = dossier.manifest, dossier.manifest["year"]
    data: Dict[str, List[Line]] = {}
    for name in [*FIELDS, "opening"]:
        content = dossier.files.get(file_name(name))
        if content is None:
            return
        data[name] = read_lines(name, content)
    result.update(
        facts=len(data["facts"]),
        lines=sum(len(lines) for lines in data.values()),
        figures=len(data["figures"]),
    )
    unread = check_chain(data["log"], manifest["chain"])
    if unread:
        result["notComputed"].append(
            f"{unread} entries of the log, which are left out because a year is locked"
        )
    check_law(data["law"], year)
    if not manifest["recomputable"]:
        check_sums(data)
        reasons = ", ".join(str(reason) for reason in manifest.get("reasons") or [])
        result["notComputed"].append(
            f"the figures ({reasons}): only hashes, the chain and the sums inside were checked"
        )
        return
    opening = read_opening(data["opening"])
    calculation = Calculation(year, data, opening, manifest.get("submittedAt") is not None)
    result["notComputed"] += compare(data, calculation)


def _as_json(difference: Difference) -> Dict[str, Any]:
    return {
        "file": difference.file,
        "line": difference.line,
        "row": difference.row,
        "field": difference.field,
        "says": difference.says,
        "expected": difference.expected,
    }


def message_of(result: Dict[str, Any]) -> str:
    """Returns the line that is printed."""
    if result["result"] == "UNREADABLE":
        return f"Not read: {result['message']}."
    year = result["year"]
    if result["result"] == "DIFFERS":
        found = result["difference"]
        line = "" if found["line"] is None else f" line {found['line']}"
        field = "" if found["field"] == "" else f", {found['field']}"
        others = [
            file for file in result["differingFiles"] if file != found["file"] or found["line"] is not None
        ]
        hashes = f". Not as in the manifest: {', '.join(others)}" if others else ""
        row = f" ({found['row']})" if found["row"] else ""
        where = f"{found['file']}{line}{row}{field}"
        values = f"the dossier has {found['says']}, it should be {found['expected']}"
        return f"The year {year} differs: {where}: {values}{hashes}."
    counted = f"{result['facts']} facts, {result['lines']} lines and {result['figures']} figures"
    done = "were computed again" if result["recomputed"] else "were read, but NOT computed again"
    left_out = f" Not computed: {'; '.join(result['notComputed'])}." if result["notComputed"] else ""
    return f"The year {year} holds: {counted} {done}. SHA-256 of the data: {result['dataSha256']}.{left_out}"


def printable(text: str) -> str:
    """Replaces what a terminal would not print as text: a dossier may come from a stranger."""
    encoding = sys.stdout.encoding or "ascii"
    plain = "".join(each if each.isprintable() else "?" for each in text)
    return plain.encode(encoding, "replace").decode(encoding)


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        prog="verify",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("dossier", help="the ZIP file of a dossier")
    parser.add_argument("--json", action="store_true", help="print the result as JSON, for programs")
    options = parser.parse_args(arguments)
    result = verify(options.dossier)
    print(json.dumps(result) if options.json else printable(message_of(result)))
    return int(result["exitCode"])


if __name__ == "__main__":
    sys.exit(main())
