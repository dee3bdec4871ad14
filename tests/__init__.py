"""The tests: statements about the product, with what they share in `tests/support`."""
