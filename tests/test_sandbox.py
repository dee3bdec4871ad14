"""What the sandbox holds: every attack starts, and none succeeds."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("there is no sandbox here", allow_module_level=True)

from gradlint.confirm.runner.process.sandbox import LAYERS, landlock, too_weak
from gradlint.confirm.runner.process.watchdog import children
from tests.arena import NOBODY, Arena, Attack, attacks

ATTACKS = attacks()
USERS = {"root": 0, "user": NOBODY} if os.getuid() == 0 else {"user": os.getuid()}
WITHOUT = {"": (), " without namespaces": ("namespaces",), " without landlock": ("landlock",)}
OLDEST = " with the oldest landlock"
# All layers, and each of the two choices that are just strong enough; the second also where the kernel is old.
ARENAS = [*((user, without) for without in WITHOUT for user in USERS), ("user", OLDEST)]


@pytest.fixture(scope="module", params=ARENAS, ids="".join)
def arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    user, without = request.param
    wanted = [layer for layer in LAYERS if layer not in WITHOUT.get(without, ("namespaces",))]
    with pytest.MonkeyPatch.context() as patch:
        if without == OLDEST:
            patch.setattr(landlock, "version", lambda: 1)
        arena = Arena(USERS[user], wanted)
    if why := too_weak(arena.ready["absent"]):
        arena.close()
        pytest.skip(f"this kernel has too few layers: {why}")
    missing = {name: why for name, why in arena.ready["absent"].items() if name in wanted}
    if missing and not without:
        print(f"not all layers are there: {missing}")
    yield arena
    arena.close()


@pytest.fixture(scope="module", params=USERS)
def open_arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    arena = Arena(USERS[request.param], layers=(), strict=False)
    yield arena
    arena.close()


def test_there_are_many_attacks_and_all_are_documented() -> None:
    assert len(ATTACKS) >= 100
    documented = (Path(__file__).parent.parent / "docs" / "sandbox.md").read_text(encoding="utf-8")
    assert [attack.name for attack in ATTACKS if f"| {attack.about} |" not in documented] == []


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_attack_starts_and_is_held(arena: Arena, attack: Attack) -> None:
    answer = arena.run(attack)
    assert "started" in answer["output"], answer
    active = {name for name, state in answer["layers"].items() if state.startswith("active")}
    assert active == set(LAYERS) - set(arena.ready["absent"])
    assert answer["end"] in attack.ends, answer
    assert arena.damage(answer) == [], answer
    assert (answer["forged"] > 0) == attack.is_forgery or answer["end"] == "flooded", answer
    assert (answer["report"] is not None) == (answer["end"] == "reported")


@pytest.mark.parametrize(
    "attack", [attack for attack in ATTACKS if attack.is_control], ids=lambda attack: attack.name
)
def test_attack_succeeds_without_sandbox(open_arena: Arena, attack: Attack) -> None:
    """Otherwise it would not be an attack, or the arena would not notice."""
    answer = open_arena.run(attack)
    assert "started" in answer["output"], answer
    assert not any(state.startswith("active") for state in answer["layers"].values())
    assert open_arena.damage(answer), answer


def test_who_digs_out_the_nonce_is_believed(arena: Arena) -> None:
    """Not defended, and the documentation says so: the reporter lives in the process that is attacked."""
    source = """
import os
import sys

frame = sys._getframe()
while "pen" not in frame.f_locals:
    frame = frame.f_back
frame.f_locals["pen"].report({"forged": True})
os._exit(0)
"""
    answer = arena.run(Attack("dig", source, "", ("reported",), 5, False, False))
    assert (answer["end"], answer["report"]) == ("reported", {"forged": True})


def test_a_second_report_spoils_the_first(arena: Arena) -> None:
    source = """
import sys

frame = sys._getframe()
while "pen" not in frame.f_locals:
    frame = frame.f_back
frame.f_locals["pen"].report({"forged": True})
"""
    answer = arena.run(Attack("dig", source, "", ("exited",), 5, False, False))
    assert (answer["end"], answer["report"]) == ("exited", None)


def test_a_host_that_does_not_listen_keeps_nobody_from_watching(arena: Arena) -> None:
    flooding = """
import os
import sys

frame = sys._getframe()
while "pen" not in frame.f_locals:
    frame = frame.f_back
frame.f_locals["pen"].report({"level": "x" * 3_000_000})
os._exit(0)
"""
    endless = "while True:\n    pass\n"
    arena.give(Attack("flood", flooding, "", (), 5, False, False))
    arena.give(Attack("endless", endless, "", (), 1, False, False))
    wait_until_none_runs(arena)
    first, second = arena.hear(), arena.hear()
    assert (first["end"], len(first["report"]["level"])) == ("reported", 3_000_000)
    assert second["end"] == "timeout"


def wait_until_none_runs(arena: Arena) -> None:
    """Without listening to it, until the zygote has no child for a while; on a busy machine that takes longer."""
    none, until = 0, time.monotonic() + 60
    while none < 10:
        assert time.monotonic() < until, "nobody has ended it"
        time.sleep(0.2)
        none = 0 if list(children(arena.zygote)) else none + 1


@pytest.mark.parametrize(
    ("layers", "reason"),
    [
        (("limits", "landlock", "namespaces"), "seccomp is absent (switched off)"),
        (("limits", "seccomp"), "both landlock (switched off) and namespaces (switched off) are absent"),
    ],
)
def test_nothing_runs_where_the_layers_are_too_few(layers: tuple[str, ...], reason: str) -> None:
    arena = Arena(USERS["user"], layers)
    answer = arena.run(next(attack for attack in ATTACKS if attack.name == "delete_file"))
    assert (answer["end"], answer["reason"]) == ("setup", f"the sandbox is not strong enough: {reason}")
    assert "output" not in answer
    arena.close()
