"""Diagnosis: from a mismatch to the rule that is broken, shown by as few calls as possible."""
