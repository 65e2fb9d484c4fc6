"""Syntax: from the text of a specification to a :class:`~modspec.syntax.module.Module`."""
