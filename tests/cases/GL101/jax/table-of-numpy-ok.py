# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np

tariff = np.linspace(0.1, 1.0, 24)


@jax.jit
def bill(scale, hours, loads, prices):
    known = jnp.asarray(tariff)[hours] + tariff[3] + tariff[: loads.shape[0]].sum()
    return jnp.sum(scale * (known + prices[hours]) * loads)


def cost(scale, hour):
    return scale * tariff[hour]


slope = jax.grad(bill)(2.0, np.array([1, 7]), np.ones(2), np.ones(24))
print("OBSERVED", "clean" if slope > 0 and jax.grad(cost)(2.0, 7) > 0 else "zero")
