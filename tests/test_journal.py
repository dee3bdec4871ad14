"""Branches are undone: what was learned on one path is no history of another."""

from __future__ import annotations

from typing import Any

import libcst as cst
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradlint.analysis.domain.calls_seen import CallsSeen
from gradlint.analysis.domain.contents import GivenAttributes
from gradlint.analysis.domain.journal import (
    GONE,
    Branches,
    Journal,
    on_any_path,
    on_every_path,
    unless_settled,
)
from gradlint.analysis.domain.state import NEVER_UNDONE, UNDONE_BY_HAND
from gradlint.analysis.interpreter.attributes import ModuleModes
from gradlint.analysis.interpreter.calls import invoke
from gradlint.analysis.interpreter.forward_hooks import Hooks
from gradlint.analysis.interpreter.imported_names import OtherModules
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.python.containers import Growing
from gradlint.analysis.libraries.tensorflow.keras_models import Compiled
from gradlint.analysis.libraries.tensorflow.traced_functions import Modes
from gradlint.analysis.libraries.torch_stack.hosts import TrainerArguments
from gradlint.analysis.monitors.accelerated import Accelerated
from gradlint.analysis.monitors.accumulation import Accumulation, MicroBatches
from gradlint.analysis.monitors.captured_globals import Captures
from gradlint.analysis.monitors.data_parallel import Parallel, Thaws
from gradlint.analysis.monitors.freed_graph import Freed
from gradlint.analysis.monitors.gradient_edits import Edits
from gradlint.analysis.monitors.higher_orders import HigherOrders
from gradlint.analysis.monitors.hosted_steps import Hosted
from gradlint.analysis.monitors.kept_graphs import KeptGraphs
from gradlint.analysis.monitors.loss_scaling import Scaling
from gradlint.analysis.monitors.one_pass import Generators
from gradlint.analysis.monitors.precision import Precision
from gradlint.analysis.monitors.protocols import Protocols
from gradlint.analysis.monitors.recomputed import Recomputed
from gradlint.analysis.monitors.registration import Registration
from gradlint.analysis.monitors.training_step import Training
from gradlint.analysis.monitors.unseen_step import UnseenSteps
from gradlint.analysis.monitors.weights.adapters import Adapters
from gradlint.analysis.monitors.weights.coasting import Coasting
from gradlint.analysis.monitors.weights.copies import Copies
from gradlint.analysis.monitors.weights.freezing import Freezing
from gradlint.analysis.monitors.weights.jax_weights import HaikuState, Requests
from gradlint.analysis.monitors.weights.keras_compiled import KerasCompiled
from gradlint.analysis.monitors.weights.unheld import Unheld

OWNERS = (
    Accelerated,
    Accumulation,
    Adapters,
    CallsSeen,
    Captures,
    Coasting,
    Compiled,
    Copies,
    Edits,
    Freed,
    Freezing,
    Generators,
    GivenAttributes,
    Growing,
    HaikuState,
    HigherOrders,
    Hooks,
    Hosted,
    KerasCompiled,
    KeptGraphs,
    MicroBatches,
    Modes,
    ModuleModes,
    OtherModules,
    Parallel,
    Precision,
    Protocols,
    Recomputed,
    Registration,
    Requests,
    Scaling,
    Thaws,
    TrainerArguments,
    Training,
    Unheld,
    UnseenSteps,
)

WRITES = st.lists(st.tuples(st.integers(0, 5), st.one_of(st.none(), st.integers(0, 9))), max_size=8)
"""Keys and their new values; None takes the key away."""


def write(journal: Journal[int, int], writes: list[tuple[int, int | None]]) -> None:
    for key, value in writes:
        if value is None:
            journal.pop(key, None)
        else:
            journal[key] = value


def test_what_the_machine_remembers_fits_on_a_page() -> None:
    assert len(vars(Machine(invoke))) <= 25


def test_every_attribute_of_the_machine_is_undone_or_says_why_not() -> None:
    machine = Machine(invoke)
    excused = UNDONE_BY_HAND.keys() | NEVER_UNDONE.keys()
    assert excused <= vars(machine).keys()
    assert {name for name, value in vars(machine).items() if not isinstance(value, Journal)} == excused


@pytest.mark.parametrize("owner", OWNERS)
def test_what_monitors_remember_is_undone_or_says_why_not(owner: Any) -> None:
    kept = vars(owner(Branches()))
    assert {name for name, value in kept.items() if not isinstance(value, Journal)} == set(owner.NEVER_UNDONE)


def test_a_journal_that_is_opened_inside_a_branch_is_undone_with_it() -> None:
    machine = Machine(invoke)
    before = machine.begin()
    machine.own(KeptGraphs).evaluated[1] = True
    path = machine.end(before)
    assert not machine.own(KeptGraphs).evaluated
    machine.merge([path], cst.Pass())
    assert machine.own(KeptGraphs).evaluated == {1: True}


@given(WRITES, WRITES, WRITES, WRITES)
def test_an_undone_branch_leaves_nothing_behind(
    first: list[tuple[int, int | None]],
    second: list[tuple[int, int | None]],
    inner: list[tuple[int, int | None]],
    last: list[tuple[int, int | None]],
) -> None:
    branches = Branches()
    journal: Journal[int, int] = Journal(branches)
    write(journal, first)
    before = dict(journal)
    branches.begin()
    write(journal, second)
    between = dict(journal)
    branches.begin()
    write(journal, inner)
    branches.undo()
    assert dict(journal) == between
    write(journal, last)
    told = branches.changes().get(journal.number, {})
    assert {**before, **told} == {
        **dict(journal),
        **{key: GONE for key, value in told.items() if value is GONE},
    }
    branches.undo()
    assert dict(journal) == before
    assert branches.depth == 0


def test_paths_meet_as_the_fact_says() -> None:
    assert on_any_path(GONE, [GONE, 1]) == 1
    assert on_every_path(GONE, [GONE, 1]) is GONE
    assert on_every_path(GONE, [1, 1]) == 1
    assert unless_settled(1, [1, GONE]) is GONE
    assert unless_settled(GONE, [1, GONE]) == 1


def test_what_a_path_has_made_is_known_after_it_has_ended() -> None:
    branches = Branches()
    things: Journal[int, str] = Journal(branches, outlives=True)
    branches.begin()
    things[1] = "made"
    changes = branches.changes()[things.number]
    branches.undo()
    assert 1 not in things
    things.take_over(changes)
    assert things[1] == "made"
