"""Benchmarks: how fast the specification, the grid, the kernel and the batch are, side by side in one run."""
