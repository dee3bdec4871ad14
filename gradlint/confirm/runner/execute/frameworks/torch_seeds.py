"""Seeding devices that are not there: `torch.manual_seed` does it, and every program begins with that."""

from __future__ import annotations

from functools import cache
from typing import Any

import torch


@cache
def seed_no_absent_device() -> None:
    """Such a seed would wait for its device in a queue, together with a stack trace formatted as text: that
    takes longer than most of the programs do otherwise, and nobody ever sees it."""
    for family in ("cuda", "xpu", "mtia"):
        device: Any = getattr(torch, family, None)
        if hasattr(device, "manual_seed_all") and not device.is_available():
            device.manual_seed_all = _checked


def _checked(seed: int) -> None:
    int(seed)
