# framework: jax
# verdict: clean
# seen: probability for the alarm only
import jax
import jax.numpy as jnp
import optax


class Detector:
    def __init__(self, key):
        self.params = {"w": jax.random.normal(key, (3,)), "b": jnp.array(0.0)}

    def logits(self, params, x):
        return x @ params["w"] + params["b"]

    def alarm(self, params, x):
        return jax.nn.sigmoid(self.logits(params, x))

    def loss(self, params, x, y):
        return jnp.mean(optax.sigmoid_binary_cross_entropy(self.logits(params, x), y))

    def brier(self, params, x, y):
        return jnp.mean(optax.squared_error(self.alarm(params, x), y))


detector = Detector(jax.random.PRNGKey(2))
x = jax.random.normal(jax.random.PRNGKey(3), (12, 3))
y = (x[:, 0] > 0.0).astype(jnp.float32)
p = detector.alarm(detector.params, x)
got = jax.grad(detector.loss)(detector.params, x, y)["w"]
assert jnp.allclose(got, x.T @ (p - y) / 12, atol=1e-5)
calibration = jax.grad(detector.brier)(detector.params, x, y)["w"]
assert jnp.allclose(calibration, x.T @ (2.0 * (p - y) * p * (1.0 - p)) / 12, atol=1e-5)
print("OBSERVED clean", "probability for the alarm only")
