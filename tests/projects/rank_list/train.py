import argparse
from functools import partial

import jax
import jax.numpy as jnp
from flax.training import train_state

import objective
import optim
from model import Ranker

WEIGHTS = {"list": 1.0, "ndcg": 0.1, "spread": 0.01}


def create(rng, batch):
    model = Ranker()
    params = model.init(rng, batch["x"], batch["mask"])["params"]
    return train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optim.make())


@jax.jit
def step(state, batch):
    def loss_fn(params):
        scores = state.apply_fn({"params": params}, batch["x"], batch["mask"])
        return objective.total(scores, batch["gains"], batch["mask"], WEIGHTS)

    (loss, parts), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    return state.apply_gradients(grads=grads), loss, parts


def batches(rng, n):
    for key in jax.random.split(rng, n):
        a, b = jax.random.split(key)
        yield {"x": jax.random.normal(a, (4, 6, 5)), "gains": jax.random.uniform(b, (4, 6)), "mask": jnp.ones((4, 6), bool)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=8)
    args = parser.parse_args()
    rng = jax.random.PRNGKey(0)
    state = None
    for batch in batches(rng, args.steps):
        if state is None:
            state = create(rng, batch)
        state, loss, parts = step(state, batch)
        print(float(loss), {k: float(v) for k, v in parts.items()})


if __name__ == "__main__":
    main()
