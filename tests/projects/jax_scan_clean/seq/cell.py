import jax
import jax.numpy as jnp


def init_gru(key, n_in, hidden):
    k1, k2, k3 = jax.random.split(key, 3)
    shape = (n_in + hidden, hidden)
    return {"gate": 0.4 * jax.random.normal(k1, shape), "new": 0.4 * jax.random.normal(k2, shape), "out": 0.4 * jax.random.normal(k3, (hidden, n_in))}


def gru(params, state, x):
    joined = jnp.concatenate([x, state], axis=-1)
    gate = jax.nn.sigmoid(joined @ params["gate"])
    new = jnp.tanh(joined @ params["new"])
    state = gate * state + (1 - gate) * new
    return state, state @ params["out"]
