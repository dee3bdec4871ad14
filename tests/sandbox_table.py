"""Prints the table of docs/sandbox.md: every attack under every choice of layers, as it is measured here.

python -m tests.sandbox_table
"""

from __future__ import annotations

import os
import sys

from tests.arena import NOBODY, Arena, attacks

_REST = ("limits", "privileges")
CHOICES = {
    "all": ("namespaces", "landlock", "seccomp", *_REST),
    "landlock + seccomp": ("landlock", "seccomp", *_REST),
    "namespaces + seccomp": ("namespaces", "seccomp", *_REST),
    "landlock": ("landlock", *_REST),
    "namespaces": ("namespaces", *_REST),
    "limits": _REST,
    "watchdog only": (),
}


def main(chosen: list[str]) -> None:
    choices = {choice: CHOICES[choice] for choice in chosen or CHOICES}
    users = {"root": 0, "user": NOBODY} if os.getuid() == 0 else {"user": os.getuid()}
    columns = [(user, choice) for choice in choices for user in users]
    cells = {column: measure(users[column[0]], choices[column[1]]) for column in columns}
    print("| layers | " + " | ".join(users) + " |")
    print("|---|" + "--:|" * len(users))
    for choice in choices:
        counts = [f"{list(cells[user, choice].values()).count(True)} of {len(attacks())}" for user in users]
        print(f"| {choice} | " + " | ".join(counts) + " |")
    print("\n| attack | " + " | ".join(choices) + " |")
    print("|---|" + ":-:|" * len(choices))
    for attack in attacks():
        row = [_cell([cells[user, choice][attack.name] for user in users]) for choice in choices]
        print(f"| {attack.about} | " + " | ".join(row) + " |")


def measure(user: int, layers: tuple[str, ...]) -> dict[str, bool | None]:
    """For every attack whether it was held; nothing where it did not start."""
    arena = Arena(user, layers, strict=False)
    held: dict[str, bool | None] = {}
    try:
        for attack in attacks():
            answer = arena.run(attack)
            damage = arena.damage(answer)
            held[attack.name] = not damage if "started" in answer["output"] else None
    finally:
        arena.close()
    return held


def _cell(results: list[bool | None]) -> str:
    """One mark for all users, or one for each where they differ."""
    marks = [{True: "held", False: "**no**", None: "not run"}[result] for result in results]
    return marks[0] if len(set(marks)) == 1 else " / ".join(marks)


if __name__ == "__main__":
    main(sys.argv[1:])
