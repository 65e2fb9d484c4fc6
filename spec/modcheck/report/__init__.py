"""Reports: a verdict for people, build servers and grading platforms, made from its JSON form."""
