"""A small assembler for the programs that judge system calls inside the kernel."""

from __future__ import annotations

import struct
from collections.abc import Iterable

ALLOW = 0x7FFF0000
KILL = 0x80000000
"""Ends the whole process."""
PRETEND = 0x00050000
"""The call does nothing and succeeds."""

_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16


def refuse(error: int) -> int:
    """The verdict that makes the call fail with an error number."""
    return 0x00050000 | error


class Filter:
    """Reads like the rules it holds; the first rule that speaks of a call decides."""

    def __init__(self, machine: int) -> None:
        self._steps: list[bytes] = []
        self._step(_LOAD, _MACHINE)
        self._step(_EQUAL, machine, 1, 0)
        self._step(_RETURN, KILL)
        self._step(_LOAD, _NUMBER)

    def from_on(self, number: int, verdict: int) -> None:
        """Every call with this number or a greater one."""
        self._step(_AT_LEAST, number, 0, 1)
        self._step(_RETURN, verdict)

    def always(self, number: int, verdict: int) -> None:
        self._step(_EQUAL, number, 0, 1)
        self._step(_RETURN, verdict)

    def unless_in(self, number: int, argument: int, accepted: Iterable[int], verdict: int) -> None:
        """Allowed only if the (lower half of the) argument is one of the values."""
        values = sorted(accepted)
        self._step(_EQUAL, number, 0, len(values) + 3)
        self._load_argument(argument)
        for position, value in enumerate(values):
            self._step(_EQUAL, value, len(values) - position, 0)
        self._step(_RETURN, verdict)
        self._step(_RETURN, ALLOW)

    def if_in(self, number: int, argument: int, values: Iterable[int], verdict: int) -> None:
        """Decided so if the (lower half of the) argument is one of the values; otherwise later rules are asked."""
        values = sorted(values)
        last = len(values) - 1
        self._step(_EQUAL, number, 0, len(values) + 3)
        self._load_argument(argument)
        for position, value in enumerate(values):
            self._step(_EQUAL, value, last - position, int(position == last))
        self._step(_RETURN, verdict)
        self._step(_LOAD, _NUMBER)

    def unless_bit(self, number: int, argument: int, bit: int, verdict: int) -> None:
        """Allowed only if the bit is set in the argument."""
        self._step(_EQUAL, number, 0, 4)
        self._load_argument(argument)
        self._step(_ANY_BIT, bit, 0, 1)
        self._step(_RETURN, ALLOW)
        self._step(_RETURN, verdict)

    def unless_masked(self, number: int, argument: int, mask: int, value: int, verdict: int) -> None:
        """Refused unless the masked argument has the value; the rules after it are asked as well."""
        self._step(_EQUAL, number, 0, 5)
        self._load_argument(argument)
        self._step(_AND, mask)
        self._step(_EQUAL, value, 1, 0)
        self._step(_RETURN, verdict)
        self._step(_LOAD, _NUMBER)

    def if_masked(self, number: int, argument: int, mask: int, value: int, verdict: int) -> None:
        """Refused if the masked argument has the value; otherwise later rules are asked."""
        self._step(_EQUAL, number, 0, 5)
        self._load_argument(argument)
        self._step(_AND, mask)
        self._step(_EQUAL, value, 0, 1)
        self._step(_RETURN, verdict)
        self._step(_LOAD, _NUMBER)

    def assembled(self) -> bytes:
        """The program; what no rule speaks of is allowed."""
        return b"".join([*self._steps, struct.pack("=HBBI", _RETURN, 0, 0, ALLOW)])

    def _load_argument(self, position: int) -> None:
        self._step(_LOAD, _ARGUMENTS + 8 * position)

    def _step(self, code: int, value: int, if_true: int = 0, if_false: int = 0) -> None:
        self._steps.append(struct.pack("=HBBI", code, if_true, if_false, value))
