# framework: jax
# verdict: raises
# seen: jax.errors.ConcretizationTypeError: Abstract tracer value encountered where concrete value is
import jax
import jax.numpy as jnp


class Calibrator:
    def __init__(self, logits, labels):
        self.logits = logits
        self.labels = labels

    def loss(self, theta):
        temperature = jnp.exp(theta[0]).item()  # HAZARD GL104
        scaled = self.logits / temperature + theta[1]
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(scaled), self.labels[:, None], axis=1))

    def fit(self, theta, steps):
        slope = jax.jit(jax.grad(self.loss))
        for _ in range(steps):
            theta = theta - 0.1 * slope(theta)
        return theta


calibrator = Calibrator(jnp.array([[2.0, 0.1], [0.3, 1.0]]), jnp.array([0, 0]))
print(calibrator.fit(jnp.zeros(2), 3))
