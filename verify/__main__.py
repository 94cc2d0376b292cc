"""Runs the verifier from this folder: `python3 verify dossier.zip`."""

import sys

from dossier_verifier.cli import main

sys.exit(main())
