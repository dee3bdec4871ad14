"""What a LossScaleOptimizer of Keras multiplies losses and divides gradients by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import keras
import tensorflow as tf

from ..recorded_asks import Event, Trace

MOST_EVENTS = 64


@contextmanager
def noting_scales(trace: Trace) -> Iterator[None]:
    """Each loss that is scaled and each list of gradients that is divided is an event."""
    scaler = getattr(keras.optimizers, "LossScaleOptimizer", None)
    if scaler is None or "unscaled-loss" not in trace.focus.predicted.measures:
        yield
        return
    scale_loss, apply = scaler.scale_loss, scaler.apply

    def note(kind: str, **facts: Any) -> None:
        if trace.measuring and len(trace.events) < MOST_EVENTS:
            trace.events.append(Event(kind, trace.row(), facts))

    def scaling(optimizer: Any, loss: Any) -> Any:
        note("keras-scale", scaler=id(optimizer))
        return scale_loss(optimizer, loss)

    def dividing(optimizer: Any, grads: Any, trainable_variables: Any = None) -> Any:
        factor = tf.convert_to_tensor(optimizer.dynamic_scale if optimizer.built else optimizer.initial_scale)
        if tf.executing_eagerly():
            note("keras-divide", scaler=id(optimizer), gradients=list(grads), factor=float(factor))
        return apply(optimizer, grads, trainable_variables)

    with patch.object(scaler, "scale_loss", scaling), patch.object(scaler, "apply", dividing):
        yield
