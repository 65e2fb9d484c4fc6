"""Rules: which rule of the specification a cause breaks."""
