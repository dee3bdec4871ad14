"""What code in the sandbox may read: the interpreter, its packages, the system's libraries, the user's folders."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import own
from .never import never_whole

_LIBRARIES = "/usr /lib /lib32 /lib64 /bin /sbin /opt /nix/store /gnu/store".split()
_SETTINGS = """
    /etc/ld.so.cache /etc/ld.so.conf /etc/ld.so.conf.d /etc/localtime /etc/timezone /etc/passwd /etc/group
    /etc/nsswitch.conf /etc/hosts /etc/mime.types /etc/fonts /etc/OpenCL /etc/nvidia
    /etc/alternatives
""".split()
# Of other processes nothing can be seen. `/proc/self` is the process that asks for it: the child.
_ABOUT_THE_MACHINE = """
    /proc/self /proc/cpuinfo /proc/meminfo /proc/stat /proc/version /proc/filesystems /proc/sys /proc/driver
    /proc/loadavg /sys/devices/system /sys/fs/cgroup /sys/kernel/mm
""".split()
_HARMLESS = "/dev/null /dev/zero /dev/full /dev/random /dev/urandom".split()
_DEVICES = {
    "cuda": ("nvidia", "dri", "kfd", "dxg"),
    "xpu": ("dri",),
    "tpu": ("accel", "vfio"),
    "auto": ("nvidia", "dri", "kfd", "dxg", "accel", "vfio"),
}


@dataclass(frozen=True)
class Tree:
    """What may be touched, by path; some of it may not exist."""

    readable: tuple[str, ...]
    writable: tuple[str, ...]
    devices: tuple[str, ...]


def tree(scratch: str, roots: Iterable[str], device: str, homes: tuple[str, ...] = ()) -> Tree:
    """The rights of a child that works for this device; a home or a shared folder is never among them."""
    accelerators = tuple(_accelerators(device.partition(":")[0]))
    about = [*_ABOUT_THE_MACHINE, "/sys"] if accelerators else _ABOUT_THE_MACHINE
    chosen = [path for path in roots if not _is_too_much(path, homes)]
    found = [*_LIBRARIES, *_SETTINGS, *about, *of_interpreter(homes), *chosen]
    return Tree(tuple(dict.fromkeys(found)), (scratch,), (*_HARMLESS, *accelerators))


def _is_too_much(path: str, homes: Iterable[str]) -> bool:
    return os.path.isdir(path) and never_whole(path, homes)


@cache
def of_interpreter(homes: tuple[str, ...]) -> tuple[str, ...]:
    """Wherever Python and whatever it imports may lie. A zygote asks once, so that its children need not."""
    runner = str(Path(__file__).resolve().parents[2])
    prefixes = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix]
    # Where a prefix is a home folder, these parts of it are all that is opened.
    parts = [sys.executable, os.path.join(sys.prefix, "pyvenv.cfg"), *sysconfig.get_paths().values()]
    parts += [os.path.join(prefix, name) for prefix in prefixes for name in ("lib", "lib64")]
    linked = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    found = [runner, *prefixes, *parts, *(path for path in (*own.search(), *linked) if os.path.isabs(path))]
    return tuple(path for path in dict.fromkeys(found) if not _is_too_much(path, homes))


def _accelerators(kind: str) -> list[str]:
    starts = _DEVICES.get(kind)
    if starts is None:
        return []
    return [f"/dev/{name}" for name in sorted(os.listdir("/dev")) if name.startswith(starts)]
