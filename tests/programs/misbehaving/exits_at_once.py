"""Ends at once, with status 0, without reading or writing anything."""
