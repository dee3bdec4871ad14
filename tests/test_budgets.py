"""What a program may use is counted in processor time: a busy machine changes no verdict."""

from __future__ import annotations

import os
import time

import pytest

from gradlint.confirm.runner.execute import clock
from gradlint.confirm.runner.execute.clock import (
    MOST_IN_ALL,
    MOST_ON_THE_CLOCK,
    OutOfTime,
    Patience,
    kept_waiting,
    limited,
    spent,
)


class Clock:
    """The clock on the wall, set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(clock, "time", made)
    return made


def test_a_program_that_gets_a_tenth_of_a_processor_has_all_its_time(wall: Clock) -> None:
    patience = Patience(10.0)
    for second in range(1, 50):
        wall.now = float(second)
        assert not patience.is_over(used=second / 10)


def test_a_program_that_waits_is_not_waited_for(wall: Clock) -> None:
    patience = Patience(10.0)
    wall.now = 4.0
    assert not patience.is_over(used=3.0)
    wall.now = 13.9
    assert not patience.is_over(used=3.01)
    wall.now = 14.1
    assert "without using the processor" in patience.is_over(used=3.01)


def test_no_program_lasts_for_ever(wall: Clock) -> None:
    patience = Patience(10.0)
    used = 0.0
    while wall.now <= MOST_ON_THE_CLOCK * 10.0:
        assert not patience.is_over(used)
        wall.now, used = wall.now + 1.0, used + 0.05
    assert "on the clock" in patience.is_over(used)


def test_time_in_which_others_have_the_processor_does_not_count(wall: Clock) -> None:
    patience = Patience(10.0, kept=lambda: 0.95 * wall.now)
    for second in range(1, 199):
        wall.now = float(second)
        assert not patience.is_over(used=0.004 * second)


def test_nobody_waits_for_ever_for_a_processor(wall: Clock) -> None:
    patience = Patience(10.0, kept=lambda: wall.now)
    wall.now = 49.0
    assert not patience.is_over(used=0.0)
    wall.now = 51.0
    assert "without using the processor" in patience.is_over(used=0.0)
    patience, began = Patience(10.0, kept=lambda: wall.now), wall.now
    while wall.now - began <= MOST_IN_ALL * MOST_ON_THE_CLOCK * 10.0:
        assert not patience.is_over(used=wall.now / 100)
        wall.now += 10.0
    assert "on the clock" in patience.is_over(used=wall.now / 100)


@pytest.mark.skipif(not os.path.exists("/proc/self/schedstat"), reason="the system does not tell")
def test_the_system_tells_how_long_others_had_the_processor() -> None:
    before = kept_waiting()
    assert 0.0 <= before <= kept_waiting()
    assert kept_waiting(2**30) == 0.0


def test_what_computes_is_stopped_after_its_processor_time() -> None:
    before = spent()
    with pytest.raises(OutOfTime), limited(0.2):
        while True:
            pass
    assert 0.15 < spent() - before < 2.0


def test_what_sleeps_is_stopped_too() -> None:
    before = spent()
    with pytest.raises(OutOfTime), limited(0.3):
        time.sleep(600)
    assert spent() - before < 0.3


def test_what_ends_in_time_is_left_alone() -> None:
    with limited(0.5):
        time.sleep(0.01)
    until = spent() + 0.6
    while spent() < until:
        pass
