# framework: jax
# verdict: raises
# seen: ValueError: Non-hashable static arguments are not supported
"""Tuning the temperature of a distillation loss by its gradient."""
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("temperature", "reduction"))
def distill(student, teacher, temperature, reduction="mean"):
    p = jax.nn.softmax(teacher / temperature)
    logq = jax.nn.log_softmax(student / temperature)
    per_example = -(p * logq).sum(-1) * temperature**2
    match reduction:
        case "mean":
            return per_example.mean()
        case "sum":
            return per_example.sum()
        case _:
            return per_example


class TemperatureTuner:
    def __init__(self, start=2.0, rate=0.1):
        self.log_t = jnp.log(jnp.array(start))
        self.rate = rate

    def objective(self, log_t, student, teacher):
        return distill(student, teacher, temperature=jnp.exp(log_t))  # HAZARD GL311

    def update(self, student, teacher):
        slope = jax.grad(self.objective)(self.log_t, student, teacher)
        self.log_t = self.log_t - self.rate * slope
        return self.log_t


if __name__ == "__main__":
    a, b = jax.random.split(jax.random.PRNGKey(0))
    student, teacher = jax.random.normal(a, (5, 4)), jax.random.normal(b, (5, 4))
    print(jax.grad(distill)(student, teacher, temperature=2.0).shape)
    TemperatureTuner().update(student, teacher)
