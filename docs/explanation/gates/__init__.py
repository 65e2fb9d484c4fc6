"""Gates: an example of modules that use each other."""
