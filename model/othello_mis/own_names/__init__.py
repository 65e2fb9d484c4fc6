"""The names of a program in the starter kit beside it, language by language."""
