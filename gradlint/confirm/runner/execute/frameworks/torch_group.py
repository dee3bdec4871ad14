"""A group of processes of which the others hold the same numbers as this one.

A program for several processes can neither start the others here nor reach them. What it asks of its group is
answered as if each of them ran the same program on the same data with the same seed: their sum is a multiple, their
mean the number itself. So what is exchanged, and what is not, can be seen in one process.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from unittest.mock import patch

import torch
from torch import distributed

from ..recorded_asks import Event, Trace

PROCESSES = 2
NAME = "gradlint"
_ENVIRONMENT = {
    "RANK": "0",
    "LOCAL_RANK": "0",
    "WORLD_SIZE": str(PROCESSES),
    "LOCAL_WORLD_SIZE": str(PROCESSES),
    "MASTER_ADDR": "127.0.0.1",
    "MASTER_PORT": "29500",
}

_listener: list[Trace] = []
"""Who is told what is exchanged; nobody while nothing is measured."""


@contextmanager
def group_of_equals(several: bool) -> Iterator[None]:
    """While this is active a program that joins a group joins this one; of `several` processes even if it says one."""
    if not distributed.is_available():
        yield
        return
    join = distributed.init_process_group

    def joined(*args: Any, **kwargs: Any) -> None:
        size = kwargs.get("world_size", args[3] if len(args) > 3 else -1)
        size = int(size) if isinstance(size, int) and size > 0 else PROCESSES
        rank = kwargs.get("rank", args[4] if len(args) > 4 else 0)
        _register()
        join(
            NAME,
            store=distributed.HashStore(),
            rank=max(0, int(rank)) if size > 1 else 0,
            world_size=max(size, PROCESSES) if several else size,
        )

    surroundings = {**_ENVIRONMENT, **os.environ} if several else dict(os.environ)
    with (
        patch.dict(os.environ, surroundings),
        patch.object(distributed, "init_process_group", joined),
        patch.object(distributed.distributed_c10d, "init_process_group", joined),
    ):
        try:
            yield
        finally:
            with suppress(Exception):  # what the program has left half done must not disturb the next run
                if distributed.is_initialized():
                    distributed.destroy_process_group()


@contextmanager
def noting_exchanges(trace: Trace) -> Iterator[None]:
    """Each exchange is an event: how many numbers of this process the others have seen."""
    _listener.append(trace)
    try:
        yield
    finally:
        _listener.pop()


def _register() -> None:
    if NAME not in distributed.Backend.backend_list:
        distributed.Backend.register_backend(
            NAME, lambda store, rank, size, timeout: _made(rank, size), devices=["cpu"]
        )


def _made(rank: int, size: int) -> Any:
    """The class is made late: a build of torch without `distributed` has nothing to derive it from."""

    class Equals(distributed.ProcessGroup):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(rank, size)

        def getBackendName(self) -> str:
            return NAME

        def allreduce(self, tensors: Any, options: Any = None) -> Any:
            operation = getattr(options, "reduceOp", distributed.ReduceOp.SUM)
            _note(tensors)
            for each in tensors:
                _reduce(each, operation, size)
            return _done(tensors)

        def allreduce_coalesced(self, tensors: Any, options: Any = None) -> Any:
            return self.allreduce(tensors, options)

        def reduce(self, tensors: Any, options: Any = None) -> Any:
            return self.allreduce(tensors, options)

        def broadcast(self, tensors: Any, options: Any = None) -> Any:
            return _done(tensors)

        def allgather(self, outputs: Any, inputs: Any, options: Any = None) -> Any:
            _note(inputs)
            for listed, given in zip(outputs, inputs, strict=True):
                for each in listed:
                    each.data.copy_(given.data)
            return _done(outputs)

        def _allgather_base(self, output: Any, given: Any, options: Any = None) -> Any:
            _note([given])
            output.data.copy_(torch.cat([given.data.reshape(-1)] * size).reshape(output.shape))
            return _done([output])

        def reduce_scatter(self, outputs: Any, inputs: Any, options: Any = None) -> Any:
            operation = getattr(options, "reduceOp", distributed.ReduceOp.SUM)
            for output, listed in zip(outputs, inputs, strict=True):
                _note(listed)
                output.data.copy_(listed[rank].data)
                _reduce(output, operation, size)
            return _done(outputs)

        def barrier(self, options: Any = None) -> Any:
            return _done([])

        def rank(self) -> int:
            return rank

        def size(self) -> int:
            return size

    return Equals()


def _reduce(tensor: Any, operation: Any, size: int) -> None:
    """As the real ones do it: behind autograd's back."""
    if operation == distributed.ReduceOp.SUM:
        tensor.data.mul_(size)
    elif operation == distributed.ReduceOp.PRODUCT:
        tensor.data.pow_(size)


def _note(tensors: Any) -> None:
    for trace in _listener[-1:]:
        count = sum(each.numel() for each in tensors if each.is_floating_point())
        if trace.measuring and count and len(trace.events) < 1024:
            trace.events.append(Event("exchange", trace.row(), {"count": count}))


def _done(value: Any) -> Any:
    future: Any = torch.futures.Future()
    future.set_result(value)
    return importlib.import_module("torch._C._distributed_c10d")._create_work_from_future(future)
