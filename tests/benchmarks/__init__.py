"""Benchmarks: the speed of the specification, the grid, the kernel and the batch, side by side."""
