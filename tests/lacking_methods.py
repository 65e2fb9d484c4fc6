"""A method that needs a package which is not installed."""

import no_such_package  # type: ignore[import-not-found]  # there is none of that name

Method = no_such_package.Method
