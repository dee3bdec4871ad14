"""The codes of findings about a file itself, which no detector makes."""

from __future__ import annotations

INVALID = "GL900"
INVALID_NAME = "invalid-syntax"
UNUSED = "GL901"
