"""Gradients written by hand: rules given to a framework, and finite differences."""
