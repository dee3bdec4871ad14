from typing import Any, NamedTuple

import jax
import optax


class TrainState(NamedTuple):
    params: Any
    average: Any
    opt_state: Any


def create_state(params, optimizer):
    return TrainState(params, params, optimizer.init(params))


def apply_gradients(state, grads, optimizer, decay=0.9):
    updates, opt_state = optimizer.update(grads, state.opt_state, state.params)
    params = optax.apply_updates(state.params, updates)
    average = jax.tree_util.tree_map(lambda a, p: decay * a + (1 - decay) * p, state.average, params)
    return TrainState(params, average, opt_state)
