"""The devices that runtime mode can be asked to execute on."""

from __future__ import annotations

DEVICES = ("auto", "cpu", "cuda", "mps", "xpu", "tpu")
SINGLE = ("auto", "cpu")


def is_device(word: str) -> bool:
    """Whether this is one of them, or one of several of a kind, such as `cuda:1`."""
    name, colon, number = word.partition(":")
    return name in DEVICES and (not colon or (number.isdigit() and name not in SINGLE))
