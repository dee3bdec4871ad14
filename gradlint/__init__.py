"""gradlint finds the line where a gradient breaks, before the training run does."""

from __future__ import annotations

__version__ = "0.1.0"
