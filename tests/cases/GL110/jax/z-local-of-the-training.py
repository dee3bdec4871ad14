# framework: jax
# verdict: wrong
# seen: the penalty is zero in every epoch
import jax, jax.numpy as jnp


def train():
    beta = 0.0
    w = jnp.ones(3)

    @jax.jit
    def loss_fn(w):
        return jnp.sum(w**2) + beta * jnp.sum(jnp.abs(w))  # HAZARD GL110

    out = []
    for epoch in range(3):
        beta = 0.1 * epoch
        out.append(float(loss_fn(w)))
    return out


o = train()
broken = o[0] == o[-1]
assert broken
