import jax
import jax.numpy as jnp
import optax

from network import forward


def loss_fn(params, x, y):
    return jnp.mean(optax.huber_loss(forward(params, x), y))


def make_step(optimizer):
    @jax.jit
    def step(params, state, x, y):
        loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
        updates, state = optimizer.update(grads, state, params)
        return optax.apply_updates(params, updates), state, loss
    return step
