"""A machine of its own: no network, and a file tree that holds nothing but what may be read and a scratch folder."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterable, Sequence

from . import kernel
from .paths import Tree

_NEW_MOUNTS, _NEW_IPC, _NEW_USER, _NEW_NETWORK = 0x20000, 0x8000000, 0x10000000, 0x40000000
_NO_SETUID, _NO_DEVICES = 1 << 1, 1 << 2
_BIND, _RECURSIVE, _PRIVATE = 1 << 12, 1 << 14, 1 << 18
_DETACH = 2
_READ_ONLY = 1
_AT_CWD = -100
_AT_RECURSIVE = 0x8000

_LINKS = {
    "/proc/mounts": "self/mounts",
    "/dev/fd": "/proc/self/fd",
    "/dev/stdin": "/proc/self/fd/0",
    "/dev/stdout": "/proc/self/fd/1",
    "/dev/stderr": "/proc/self/fd/2",
}


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("user_namespace", ctypes.c_uint64),
    )


def apply(scratch: str, tree: Tree, scratch_mb: int, scratch_files: int) -> str:
    """Leave the user's machine. If it fails, it may fail half-way: try it in a child first."""
    user, group = os.geteuid(), os.getegid()
    kernel.call("unshare", _NEW_USER | _NEW_MOUNTS | _NEW_NETWORK | _NEW_IPC)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    kernel.call("mount", None, b"/", None, _PRIVATE | _RECURSIVE, None)
    _furnish(scratch, [*tree.readable, *tree.devices])
    place = os.path.join(scratch, scratch.lstrip("/"))
    os.makedirs(place, exist_ok=True)
    _mount_memory(place, f"size={scratch_mb}m,nr_inodes={scratch_files},mode=700")
    _move_in(scratch)
    _change_mount("/", _AT_RECURSIVE, _MountAttributes(set=_READ_ONLY))
    _change_mount(scratch, 0, _MountAttributes(clear=_READ_ONLY))
    # New rights make the kernel forget that this process wanted to die with its parent.
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    return "user, mounts, network, ipc"


def _furnish(root: str, paths: Sequence[str]) -> None:
    """Make an empty file tree, and show in it what may be seen under the names that it has."""
    _mount_memory(root, "size=4m,mode=755")
    shown: list[str] = []
    # A link is of no use without what it leads to.
    for path in sorted({*map(os.path.abspath, paths), *map(os.path.realpath, paths)}):
        if not os.path.exists(path) or _is_within(path, shown):
            continue
        place = os.path.join(root, path.lstrip("/"))
        if os.path.isdir(path):
            os.makedirs(place, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(place), exist_ok=True)
            os.close(os.open(place, os.O_CREAT | os.O_WRONLY, 0o600))
        kernel.call("mount", os.fsencode(path), os.fsencode(place), None, _BIND | _RECURSIVE, None)
        shown.append(path)
    for name, target in _LINKS.items():
        if not _is_within(name, shown):
            os.symlink(target, os.path.join(root, name.lstrip("/")))


def _is_within(path: str, folders: Iterable[str]) -> bool:
    return any(path.startswith(f"{folder.rstrip('/')}/") for folder in folders)


def _move_in(root: str) -> None:
    """Make the new tree the only one."""
    os.chdir(root)
    kernel.call("pivot_root", b".", b".")
    kernel.call("umount2", b".", _DETACH)
    os.chdir("/")


def _mount_memory(place: str, options: str) -> None:
    flags = _NO_SETUID | _NO_DEVICES
    kernel.call("mount", b"tmpfs", os.fsencode(place), b"tmpfs", flags, options.encode())


def _change_mount(place: str, flags: int, change: _MountAttributes) -> None:
    kernel.call("mount_setattr", _AT_CWD, os.fsencode(place), flags, change, ctypes.sizeof(change))


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
