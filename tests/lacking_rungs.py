"""Rungs that need a package which is not installed."""

import no_such_package  # type: ignore[import-not-found]  # there is none of that name

Rung = no_such_package.Rung
