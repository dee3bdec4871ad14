"""What each operation of a framework does to a gradient, measured by execution and kept as data."""
