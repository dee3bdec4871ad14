# framework: jax
# verdict: clean
# seen: spill falls with release
import jax
import jax.numpy as jnp
from jax import lax
from jax.test_util import check_grads


def reservoir(release, inflow, capacity):
    def day(level, rain):
        level = level + rain - release * level
        spill = jnp.maximum(level - capacity, 0.0)
        return level - spill, spill

    _, spilled = lax.scan(day, jnp.array(1.0), inflow)
    return jnp.sum(spilled)


def penalised(release, inflow):
    capacity = max(2.0, inflow.shape[0] / 4)
    if release > 0.5:
        return reservoir(release, inflow, capacity) + (release - 0.5) ** 2
    return reservoir(release, inflow, capacity)


inflow = jnp.array([0.5, 2.0, 0.1, 1.5])
for release in (0.2, 0.7):
    check_grads(lambda r: penalised(r, inflow), (release,), order=1, modes=["rev"], atol=2e-2, rtol=2e-2)
assert float(jax.grad(penalised)(0.2, inflow)) < 0.0
print("OBSERVED clean", "spill falls with release")
