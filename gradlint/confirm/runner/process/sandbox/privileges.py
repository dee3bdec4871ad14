"""Gives up what root may do: its rights over other users' files, processes and limits."""

from __future__ import annotations

import ctypes
import struct

from . import kernel

_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63


def apply() -> str:
    """Drop all capabilities and every way to get them back."""
    kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    for capability in range(_LAST_CAPABILITY + 1):
        try:
            kernel.prctl(kernel.PR_CAPBSET_DROP, capability)
        except OSError:
            # Not allowed to an ordinary user, who has none; or beyond the last that this kernel knows.
            break
    header = struct.pack("=Ii", _VERSION_3, 0)
    nothing = bytes(24)
    kernel.call(
        "capset",
        ctypes.create_string_buffer(header, len(header)),
        ctypes.create_string_buffer(nothing, len(nothing)),
    )
    return "no capabilities"
