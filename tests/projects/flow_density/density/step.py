from functools import partial

import jax
import jax.numpy as jnp
import optax


def dequantise(x, key, amount):
    return x + amount * jax.random.uniform(key, x.shape)


def make_step(flow, tx):
    def loss_fn(params, x, key):
        noisy = dequantise(x, key, 0.01)
        return -flow.log_prob(params, noisy)  # HAZARD GL504

    @jax.jit
    def step(params, opt_state, x, key):
        loss, grads = jax.value_and_grad(loss_fn)(params, x, key)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, jnp.mean(loss)

    return step
