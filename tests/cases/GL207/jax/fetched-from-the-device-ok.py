# framework: jax
# verdict: clean
# seen: device_get gives arrays of NumPy, and what is computed of them can be written to
import jax
import jax.numpy as jnp


def border(frames, colour):
    frames[:, 0] = colour[0]
    frames[:, -1] = colour[1]


def show(model, state, batch):
    drawn, real = model(state, batch)
    drawn, real = jax.device_get(drawn), jax.device_get(real)
    drawn, real = drawn * 0.5 + 0.5, real * 0.5 + 0.5
    border(drawn[:, :3], (0.0, 1.0))
    return drawn, real


def summary(state):
    held = jax.device_get({"mean": jnp.mean(state, axis=0), "rows": [state]})
    held["mean"] = held["mean"] * 2
    held["mean"][0] = 0.0
    rows = held["rows"][0].copy()
    rows[0] = 1.0
    return held, rows


print(show(lambda state, batch: (state + batch, batch), jnp.ones((2, 4)), jnp.zeros((2, 4)))[0])
print(summary(jnp.ones((2, 3))))


def drawn(state):
    mapped = jax.device_get(jax.vmap(lambda row: jnp.sin(row))(state))
    halves = mapped * 0.5
    halves[0] = 3.0
    border(jax.device_get(jax.jit(lambda row: row * 2)(state)) + 0.5, (0.0, 1.0))
    return halves


print(drawn(jnp.ones((2, 3))))
