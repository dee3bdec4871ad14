"""What gradlint costs, measured: run from the root of the repository with `python -m benchmarks.compare`."""
