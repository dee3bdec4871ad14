"""A view of the machine of its own: no network, a read-only file tree, a scratch folder in memory."""

from __future__ import annotations

import ctypes
import os
import signal

from . import kernel

_NEW_MOUNTS, _NEW_IPC, _NEW_USER, _NEW_NETWORK = 0x20000, 0x8000000, 0x10000000, 0x40000000
_PRIVATE, _RECURSIVE = 1 << 18, 1 << 14
_NO_SETUID, _NO_DEVICES = 2, 4
_READ_ONLY = 1
_AT_CWD = -100
_AT_RECURSIVE = 0x8000


class _MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("user_namespace", ctypes.c_uint64),
    )


def apply(scratch: str, scratch_mb: int, scratch_files: int) -> str:
    """Leave the user's view of the machine. If it fails, it may fail half-way: try it in a child first."""
    user, group = os.geteuid(), os.getegid()
    kernel.call("unshare", _NEW_USER | _NEW_MOUNTS | _NEW_NETWORK | _NEW_IPC)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    kernel.call("mount", None, b"/", None, _PRIVATE | _RECURSIVE, None)
    room = f"size={scratch_mb}m,nr_inodes={scratch_files},mode=700"
    place = os.fsencode(scratch)
    kernel.call("mount", b"tmpfs", place, b"tmpfs", _NO_SETUID | _NO_DEVICES, room.encode())
    _change_mount(b"/", _AT_RECURSIVE, _MountAttributes(set=_READ_ONLY))
    _change_mount(place, 0, _MountAttributes(clear=_READ_ONLY))
    # New rights make the kernel forget that this process wanted to die with its parent.
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    return "user, mounts, network, ipc"


def _change_mount(place: bytes, flags: int, change: _MountAttributes) -> None:
    kernel.call("mount_setattr", _AT_CWD, place, flags, change, ctypes.sizeof(change))


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
