"""What a course needs around a specification: the command line, settings, starter kits, a pytest plugin."""
