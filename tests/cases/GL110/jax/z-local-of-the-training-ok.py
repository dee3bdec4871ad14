# framework: jax
# verdict: clean
# seen: the penalty grows
import jax, jax.numpy as jnp


def train():
    beta = 0.0
    w = jnp.ones(3)

    @jax.jit
    def loss_fn(w, beta_=None):
        return jnp.sum(w**2) + beta_ * jnp.sum(jnp.abs(w))

    out = []
    for epoch in range(3):
        beta = 0.1 * epoch
        out.append(float(loss_fn(w, beta)))
    return out


o = train()
broken = o[0] == o[-1]
assert not broken
