# framework: jax
# verdict: clean
# seen: rollout of 10 steps, (2,) gains
import jax
import jax.numpy as jnp
from jax import lax
from jax.test_util import check_grads


def controller_cost(gains, horizon):
    label = "rollout of {:d} steps, {} gains".format(horizon, gains.shape)

    def body(carry, _):
        x, v = carry
        u = -gains[0] * x - gains[1] * v
        return (x + 0.1 * v, v + 0.1 * u), x**2 + 0.01 * u**2

    _, costs = lax.scan(body, (1.0, 0.0), None, length=horizon)
    return jnp.sum(costs), label


gains = jnp.array([1.0, 0.5])
(cost, label), slope = jax.value_and_grad(controller_cost, has_aux=True)(gains, 10)
check_grads(lambda g: controller_cost(g, 10)[0], (gains,), order=1, modes=["rev"], atol=1e-2, rtol=1e-2)
print("{:.3f} {:+.2f}".format(cost, float(slope[0])))
print("OBSERVED clean", label)
