"""The commands that serve any module; each file has the name of its command."""
