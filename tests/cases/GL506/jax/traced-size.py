# framework: jax
# verdict: raises
# seen: TypeError: Shapes must be 1D sequences of concrete values of integer type
import jax
import jax.numpy as jnp


@jax.jit
def pad(rows, lengths):
    longest = lengths.max()
    out = jnp.zeros((rows.shape[0], longest))  # HAZARD GL506
    return out.at[:, 0].set(rows[:, 0])


pad(jnp.ones((2, 3)), jnp.array([1, 3]))
