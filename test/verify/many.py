"""Verifies many dossiers in one process: a line of base64 in, a line of JSON out."""

import base64
import io
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "verify"))

from dossier_verifier.cli import message_of, verify  # noqa: E402

for line in sys.stdin:
    result = verify(io.BytesIO(base64.b64decode(line)))
    print(json.dumps({**result, "message": message_of(result)}), flush=True)
