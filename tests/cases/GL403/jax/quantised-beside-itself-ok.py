# framework: jax
# verdict: clean
# seen: the level of a value stands beside the value itself, one of them behind jax.checkpoint
import jax
import jax.numpy as jnp


def objective(scale, signal):
    heights = scale * signal
    smooth = jax.checkpoint(jnp.tanh)(heights)
    level = (5.0 * heights).astype(int).astype(float)
    return jnp.mean((smooth + level) * jnp.array([0.3, 0.7, 1.1]))


scale, signal = 0.9, jnp.array([0.534, 0.955, 0.985])
step = 1e-3
got = float(jax.grad(objective)(scale, signal))
expected = float((objective(scale + step, signal) - objective(scale - step, signal)) / (2 * step))
assert abs(got - expected) < 1e-2
print("OBSERVED clean", got)
