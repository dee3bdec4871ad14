"""A limit that stopped a program is named with the option that grants more; the reason is that of the best attempt."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from gradlint.cli.arguments import parse
from gradlint.confirm.runner.execute.granting import hint, more_memory, more_time
from gradlint.confirm.runner.verdict.perform import Tried, further
from gradlint.confirm.supervisor import Answer, Settings, Supervisor
from gradlint.confirm.verdicts import verdict_of
from gradlint.core.model import Finding, Position, Severity, Span, Verdict
from gradlint.core.result import Result
from gradlint.report.json_ import verdict_object
from gradlint.report.screen import Screen
from gradlint.report.story import story
from gradlint.report.texts import Texts
from gradlint.sources.read import from_text
from tests.support.findings import job_for

GRANTS = re.compile(r"(--confirm-\w+) (\d+)")


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with Supervisor(Settings(sandbox="weak")) as made:
        yield made


def answer(supervisor: Supervisor, text: str, **limits: float) -> Answer:
    job = {**job_for(text, "GL401", path="limited.py", seconds=20.0), **limits}
    (found,) = supervisor.run([job])
    return found


def granted(verdict: Verdict) -> tuple[str, int]:
    """What the program as a whole lacked; a part of it may do without."""
    found = GRANTS.search(dict(verdict.attempts).get("program", verdict.reason))
    assert found is not None, verdict
    assert vars(parse(["--confirm", *found.groups()]))[found[1][2:].replace("-", "_")] == float(found[2])
    return found[1], int(found[2])


HAZARD = """
import torch
{}
w = torch.ones(3, requires_grad=True)
w.sum().detach().backward()  # here
"""


def test_memory_that_is_asked_for_at_once(supervisor: Supervisor) -> None:
    large = HAZARD.format("large = torch.ones(1 << 29)").replace("w.sum()", "(w.sum() + large.sum())")
    verdict = verdict_of(answer(supervisor, large, memory_mb=600))
    assert granted(verdict) == ("--confirm-memory", 4096)
    assert re.search(r"needs about 2\.\d GB of memory", verdict.attempts[0][1])


def test_memory_that_is_taken_bit_by_bit(supervisor: Supervisor) -> None:
    grow = "held = []\nwhile True:\n    held.append(torch.ones(1 << 20))"
    verdict = verdict_of(answer(supervisor, HAZARD.format(grow), memory_mb=300))
    assert granted(verdict)[0] == "--confirm-memory", verdict


def test_time_that_is_not_enough(supervisor: Supervisor) -> None:
    spin = "import time\nuntil = time.process_time() + 30\nwhile time.process_time() < until:\n    pass"
    verdict = verdict_of(answer(supervisor, HAZARD.format(spin), seconds=2.0))
    assert granted(verdict) == ("--confirm-timeout", 20), verdict


def test_a_file_that_is_too_large(supervisor: Supervisor) -> None:
    write = "with open('large', 'wb') as file:\n    for _ in range(40):\n        file.write(bytes(1 << 20))"
    assert granted(verdict_of(answer(supervisor, HAZARD.format(write), disk_mb=64)))[0] == "--confirm-disk"
    enough = verdict_of(answer(supervisor, HAZARD.format(write), disk_mb=256))
    assert (enough.kind, enough.level) == ("confirmed", "program")


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("can't allocate memory: you tried to allocate 4000000000 bytes. Error code 12", 8192),
        ("Unable to allocate 7.45 GiB for an array with shape (1000000000,)", 16384),
        ("RESOURCE_EXHAUSTED: Out of memory allocating 4000000000 bytes.", 8192),
        ("MemoryError: ", 4096),
    ],
)
def test_what_an_allocation_asked_for_is_granted(said: str, value: int) -> None:
    found = GRANTS.search(hint({"memory_mb": 2048, "seconds": 10.0}, said, late=False, used_mb=300))
    assert found is not None and int(found[2]) == value


def test_no_limit_is_blamed_for_something_else() -> None:
    assert not hint({"memory_mb": 2048, "seconds": 10.0}, "ValueError: wrong", late=False, used_mb=300)
    assert "--confirm-timeout 100" in more_time(10.0)
    assert "--confirm-memory 4096" in more_memory(2048)


def test_the_reason_is_that_of_the_attempt_that_came_furthest(supervisor: Supervisor) -> None:
    text = """
        import torch
        import no_such_module

        def loss(w):
            scaled = 2.0 * w
            kept = scaled.detach()  # here
            return no_such_module.summed(scaled, kept).no_such_attribute.view(7, 11)
    """
    verdict = verdict_of(answer(supervisor, text))
    assert "no_such_module" in verdict.attempts[0][1] and verdict.attempts[0][0] == "program"
    assert verdict.level != "program" and "No module named" not in verdict.reason, verdict
    assert verdict_object(verdict)["attempts"][0]["level"] == "program"


def test_what_measured_something_came_further_than_what_only_ran() -> None:
    def tried(hits: int, symptoms: tuple[str, ...] = (), why: str = "why") -> Tried:
        return Tried({"gradients": [{"symptom": each} for each in symptoms]}, None, hits, (), why)

    stopped, reached = tried(0), tried(1)
    measured, answered = tried(1, ("right",)), tried(1, ("none",), "")
    assert further("program", stopped) > further("slice", stopped) > further("operation", stopped)
    assert further("operation", answered) > further("slice", measured) > further("program", reached)
    assert further("program", reached) > further("program", stopped) > further("operation", reached)


def test_the_attempts_are_told_on_request() -> None:
    verdict = Verdict("not-run", "best", "slice", attempts=(("program", "stopped"), ("slice", "best")))
    place = Span(Position(1, 1), Position(1, 2))
    finding = Finding("GL401", "detached-loss", "cut", "a.py", place, Severity.ERROR, verdict=verdict)
    texts = Texts(Result("a.py", unit=from_text(b"x = 1\n", "a.py", {})))
    told = "\n".join(story(finding, texts, Screen(verbose=True)))
    assert "tried, program: stopped" in told and "tried, slice: best" in told
    assert "tried" not in "\n".join(story(finding, texts, Screen()))
