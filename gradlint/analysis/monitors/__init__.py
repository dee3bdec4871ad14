"""Listens to what the interpreter announces, and keeps what has to be known about training steps and graphs."""
