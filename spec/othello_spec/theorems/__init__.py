"""The theories: specifications whose access programs are theorems, what the rules imply."""
