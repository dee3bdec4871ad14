# framework: jax
# verdict: wrong
# seen: gradient 0.18 of the true size
import jax
import jax.numpy as jnp
import optax


class Detector:
    def __init__(self, key):
        self.params = {"w": jax.random.normal(key, (3,)), "b": jnp.array(0.0)}

    def __call__(self, params, x):
        return jax.nn.sigmoid(x @ params["w"] + params["b"])

    def loss(self, params, x, y):
        score = self(params, x)
        return jnp.mean(optax.sigmoid_binary_cross_entropy(score, y))  # HAZARD GL705


detector = Detector(jax.random.PRNGKey(2))
x = jax.random.normal(jax.random.PRNGKey(3), (12, 3))
y = (x[:, 0] > 0.0).astype(jnp.float32)
got = jax.grad(detector.loss)(detector.params, x, y)["w"]
true = x.T @ (detector(detector.params, x) - y) / 12
share = jnp.sqrt(jnp.sum(got**2) / jnp.sum(true**2))
assert share < 0.6
print("OBSERVED wrong", "gradient", round(float(share), 2), "of the true size")
