import jax.numpy as jnp


def forward(params, x):
    hidden = jnp.tanh(x @ params["w"])
    return hidden @ params["v"]


def loss_fn(params, x, y):
    error = forward(params, x) - y
    scale = float(jnp.max(jnp.abs(error)))  # HAZARD float-of-tracer GL104
    return jnp.mean((error / scale) ** 2)


def plain_loss(params, x, y):
    return jnp.mean((forward(params, x) - y) ** 2)
