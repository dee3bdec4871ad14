"""Leaves the process a file tree that it may read and one scratch folder that it may write."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable

from . import kernel
from .paths import Tree

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_MAKE_CHAR, _MAKE_BLOCK = 1 << 6, 1 << 11
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_FIRST_VERSION = (1 << 13) - 1
_ADDED = ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL_DEV))

_READ = _EXECUTE | _READ_FILE | _READ_DIR
_USE_DEVICE = _READ_FILE | _WRITE_FILE | _IOCTL_DEV
_OF_A_FILE = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
"""The other rights make sense for folders only, and the kernel refuses them for a file."""

_TCP, _SCOPES = 3, 3
"""Binding and connecting; abstract sockets and signals. Handled without any exception: refused."""
_ASK_VERSION = 1
_BENEATH_PATH = 1


def version() -> int:
    """Which Landlock the kernel speaks; an OSError if it speaks none."""
    return kernel.call("landlock_create_ruleset", 0, 0, _ASK_VERSION)


def apply(tree: Tree) -> str:
    """Give up every other right to files, for good."""
    spoken = version()
    handled = _FIRST_VERSION
    for since, right in _ADDED:
        if spoken >= since:
            handled |= right
    rules = _rule_set(spoken, handled)
    try:
        _grant(rules, tree.readable, _READ & handled)
        _grant(rules, tree.writable, handled & ~(_MAKE_CHAR | _MAKE_BLOCK))
        _grant(rules, tree.devices, _USE_DEVICE & handled)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        kernel.call("landlock_restrict_self", rules, 0)
    finally:
        os.close(rules)
    return f"version {spoken}"


def _rule_set(spoken: int, handled: int) -> int:
    attributes = struct.pack("=Q", handled)
    if spoken >= 4:
        attributes += struct.pack("=Q", _TCP)
    if spoken >= 6:
        attributes += struct.pack("=Q", _SCOPES)
    buffer = ctypes.create_string_buffer(attributes, len(attributes))
    return kernel.call("landlock_create_ruleset", buffer, len(attributes), 0)


def _grant(rules: int, paths: Iterable[str], rights: int) -> None:
    for path in paths:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            is_folder = stat.S_ISDIR(os.fstat(place).st_mode)
            rule = struct.pack("=Qi", rights if is_folder else rights & _OF_A_FILE, place)
            buffer = ctypes.create_string_buffer(rule, len(rule))
            kernel.call("landlock_add_rule", rules, _BENEATH_PATH, buffer, 0)
        finally:
            os.close(place)
