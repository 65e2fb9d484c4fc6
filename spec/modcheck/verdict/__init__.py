"""Verdict: the check as a whole, and what it states of each rule."""
