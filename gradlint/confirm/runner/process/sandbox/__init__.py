"""The sandbox: layers that a child puts on before it runs code of the user, each of which can only be entered."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from . import landlock, limits, namespaces, paths, privileges, seccomp

SCRATCH_MB = 256
SCRATCH_FILES = 20_000


@dataclass(frozen=True)
class Needs:
    """What a job is given: everything else is refused to it."""

    scratch: str
    roots: tuple[str, ...] = ()
    device: str = "cpu"
    seconds: float = 10.0
    memory_mb: int = 2048
    homes: tuple[str, ...] = ()
    """Folders of the user that are never opened, nor anything above them."""
    disk_mb: int = SCRATCH_MB

    @property
    def tree(self) -> paths.Tree:
        return paths.tree(self.scratch, self.roots, self.device, self.homes)


_ENTER: Mapping[str, Callable[[Needs], str]] = {
    # Mounting needs rights that the later layers take away.
    "namespaces": lambda needs: namespaces.apply(needs.scratch, needs.tree, needs.disk_mb, SCRATCH_FILES),
    "limits": lambda needs: limits.apply(needs.memory_mb, needs.seconds, needs.device, needs.disk_mb // 4),
    "landlock": lambda needs: landlock.apply(needs.tree),
    "privileges": lambda needs: privileges.apply(),
    "seccomp": lambda needs: seccomp.apply(needs.device),
}
LAYERS = tuple(_ENTER)
"""In the order in which they are entered."""
_ANYWHERE = ("limits",)


def lockdown(needs: Needs, absent: Mapping[str, str]) -> dict[str, str]:
    """Enter every layer that is not absent, and say of each whether it is active.

    A layer that fails here, although it was tried before, is an error: half a layer is worse than none.
    """
    report = {}
    for name, enter in _ENTER.items():
        if name in absent:
            report[name] = f"absent: {absent[name]}"
        else:
            report[name] = f"active: {enter(needs)}"
    return report


def absent_layers(wanted: Iterable[str], needs: Needs) -> dict[str, str]:
    """The layers that this machine does not have, and why; each is tried in a child that is thrown away."""
    wanted = set(wanted)
    reasons = {}
    for name, enter in _ENTER.items():
        why = _unfit(name) if name in wanted else "switched off"
        if why is None:
            why = _attempt(enter, needs)
        if why is not None:
            reasons[name] = why
    return reasons


def too_weak(absent: Mapping[str, str]) -> str | None:
    """Why the layers do not suffice to run unknown code; nothing if they do."""
    if "seccomp" in absent:
        return f"seccomp is absent ({absent['seccomp']})"
    if "landlock" in absent and "namespaces" in absent:
        return f"both landlock ({absent['landlock']}) and namespaces ({absent['namespaces']}) are absent"
    return None


def _unfit(name: str) -> str | None:
    import platform

    if not hasattr(os, "fork"):
        return f"{platform.system()} has no such limits"
    if platform.system() != "Linux" and name not in _ANYWHERE:
        return f"{platform.system()} has no {name}"
    return None


def _attempt(enter: Callable[[Needs], str], needs: Needs) -> str | None:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            enter(needs)
        except BaseException as error:
            os.write(writing, (str(error) or type(error).__name__).encode()[:500])
            os._exit(1)
        # The pipe stays open to here, and seccomp leaves writing allowed: silence and 0 mean success.
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        said = answer.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if status == 0:
        return None
    return said or f"the attempt ended with status {status}"
