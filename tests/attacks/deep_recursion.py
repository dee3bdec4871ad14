"""Use up the stack."""

# ends: crashed reported memory timeout

import sys

print("started", flush=True)
sys.setrecursionlimit(1 << 30)


def deeper(level: list[object]) -> object:
    return deeper([level])


deeper([])
