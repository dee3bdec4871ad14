"""When the garbage collector looks for cycles: neither during large imports nor while a file is analysed."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """A tree is a hundred thousand new objects, and what is followed in it as many again: there is hardly any
    garbage among them, so do not look for it until the file is done."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


_OWNED: list[bool] = []


def own_process() -> None:
    """This process is ours alone: we say when garbage is looked for, and where."""
    if not _OWNED:
        _OWNED.append(True)
        gc.disable()


def is_own_process() -> bool:
    return bool(_OWNED)


def exempt() -> None:
    """Trees refer to nothing above themselves, so they go by themselves: do not search them for garbage."""
    if _OWNED:
        gc.freeze()


def settle() -> None:
    """A file is done: now look."""
    if _OWNED:
        gc.collect()
