"""Make code that was never meant to run alone run alone: slices of a program, with inputs and stand-ins."""

from __future__ import annotations

from .candidates import Candidate, reproductions

__all__ = ["Candidate", "reproductions"]
