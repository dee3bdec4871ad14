"""Finds by reading alone what may be checked; the standard library is enough for that."""
