"""Verifies the dossier of a year: computes every figure again from its inputs, by the written rules alone."""
