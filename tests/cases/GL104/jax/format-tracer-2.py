# framework: jax
# verdict: raises
# seen: TypeError: unsupported format string passed to DynamicJaxprTracer.__format__
import logging

import jax
import jax.numpy as jnp
from jax import lax

log = logging.getLogger("rollout")


def controller_cost(gains, horizon):
    def body(carry, _):
        x, v = carry
        u = -gains[0] * x - gains[1] * v
        log.info("command " + "{:+.2f}".format(u))  # HAZARD GL104
        return (x + 0.1 * v, v + 0.1 * u), x**2 + 0.01 * u**2

    _, costs = lax.scan(body, (1.0, 0.0), None, length=horizon)
    return jnp.sum(costs)


print(jax.grad(controller_cost)(jnp.array([1.0, 0.5]), 10))
