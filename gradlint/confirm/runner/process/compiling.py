"""Have things compiled quickly: what is compiled here runs a few times, on small numbers."""

from __future__ import annotations

import importlib
import os
import signal

_FLAGS = {"jax": "--xla_cpu_use_fusion_emitters=false"}
"""The older way to make code for a processor needs half the time of the newer one."""
_PATIENCE = 30


def hurry(framework: str) -> None:
    """Ask for it, if this version knows the words: it would end the process over one that it does not.

    That is tried in a child that is thrown away; the compiler must not be started here.
    """
    flags = _FLAGS.get(framework)
    if flags is None or "XLA_FLAGS" in os.environ or os.environ.get("JAX_PLATFORMS") != "cpu":
        return
    child = os.fork()
    if child == 0:
        _try(framework, flags)
    if os.waitpid(child, 0)[1] == 0:
        os.environ["XLA_FLAGS"] = flags


def _try(framework: str, flags: str) -> None:
    code = 1
    try:
        signal.alarm(_PATIENCE)
        os.dup2(os.open(os.devnull, os.O_RDWR), 2)
        os.environ["XLA_FLAGS"] = flags
        importlib.import_module(framework).devices()
        code = 0
    finally:
        os._exit(code)
