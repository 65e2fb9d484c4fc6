"""What z3 is asked, a file for each kind of unit."""
