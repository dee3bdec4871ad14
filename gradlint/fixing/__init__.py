"""Fixes as they are made, and how they are written into a file."""
