"""One place where JAX puts operations into words for the compiler, instead of a new one for each of them."""

from __future__ import annotations

import sys
from functools import cache


def share_context() -> None:
    """To furnish such a place takes as long as to use it, and nothing in it goes wrong by being used again.

    It is no part of what JAX promises to have: where it looks different it is left alone. Nothing is computed,
    and no thread is started.
    """
    module = sys.modules.get("jax._src.interpreters.mlir")
    make = getattr(module, "make_ir_context", None)
    if make is None or hasattr(make, "cache_info"):
        return
    shared = cache(make)
    try:
        shared()
    except Exception:
        return
    setattr(module, "make_ir_context", shared)  # noqa: B010
