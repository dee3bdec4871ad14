# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp


class Recorder:
    def __init__(self):
        self.values = []

    def tap(self, x):
        self.values.append(jax.device_get(x))
        return x


rec = Recorder()


def loss(w, x):
    taps = {}
    h = jnp.tanh(x @ w)
    taps["h"] = h
    layers = []
    for k in range(2):
        h = jnp.tanh(h)
        layers.append(h)
    return jnp.mean(jnp.stack(layers) ** 2), taps


(value, taps), g = jax.jit(jax.value_and_grad(loss, has_aux=True))(jnp.ones((2, 2)), jnp.ones((3, 2)))
rec.tap(taps["h"])
rec.tap(value)
print("OBSERVED", "clean" if g.any() and len(rec.values) == 2 else "wrong")
