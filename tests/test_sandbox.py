"""What the sandbox holds: every attack starts, and none succeeds."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest

if sys.platform != "linux":
    pytest.skip("there is no sandbox here", allow_module_level=True)

from gradlint.confirm.runner.sandbox import LAYERS, too_weak
from tests.arena import NOBODY, Arena, Attack, attacks

ATTACKS = attacks()
USERS = {"root": 0, "user": NOBODY} if os.getuid() == 0 else {"user": os.getuid()}


@pytest.fixture(scope="module", params=USERS)
def arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    arena = Arena(USERS[request.param])
    yield arena
    arena.close()


@pytest.fixture(scope="module", params=USERS)
def open_arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    arena = Arena(USERS[request.param], layers=(), strict=False)
    yield arena
    arena.close()


def need_strength(arena: Arena) -> None:
    if why := too_weak(arena.ready["absent"]):
        pytest.skip(f"this kernel has too few layers: {why}")


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 100
    assert all(attack.about for attack in ATTACKS)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack_starts_and_is_held(arena: Arena, attack: Attack) -> None:
    need_strength(arena)
    answer = arena.run(attack)
    assert "started" in answer["output"], answer
    assert answer["layers"]["seccomp"].startswith("active")
    assert answer["end"] in attack.ends, answer
    assert arena.damage(answer) == [], answer
    assert (answer["forged"] > 0) == attack.is_forgery or answer["end"] == "flooded", answer
    assert (answer["report"] is not None) == (answer["end"] == "reported")


@pytest.mark.parametrize(
    "attack", [attack for attack in ATTACKS if attack.is_control], ids=lambda attack: attack.name
)
def test_attack_succeeds_without_sandbox(open_arena: Arena, attack: Attack) -> None:
    answer = open_arena.run(attack)
    assert "started" in answer["output"], answer
    assert set(answer["layers"]) == set(LAYERS)
    assert not any(state.startswith("active") for state in answer["layers"].values())
    assert open_arena.damage(answer), answer


def test_nothing_runs_where_the_layers_are_too_few() -> None:
    arena = Arena(USERS["user"], layers=("limits", "landlock"))
    answer = arena.run(next(attack for attack in ATTACKS if attack.name == "delete_file"))
    assert answer["end"] == "setup"
    assert "seccomp is absent" in answer["reason"]
    assert "output" not in answer
    arena.close()
