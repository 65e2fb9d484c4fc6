"""The lab: what a course needs around the checker, such as commands, settings and starter kits."""
