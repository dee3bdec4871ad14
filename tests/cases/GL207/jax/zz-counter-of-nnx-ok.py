# framework: jax
# verdict: clean
# seen: the counter is 2 after two assignments to counter[...]
import jax.numpy as jnp
from flax import nnx


class Bundle(nnx.Module):
    def __init__(self, rngs):
        self.student = nnx.Linear(2, 1, rngs=rngs)
        self.steps = nnx.Variable(jnp.zeros((), dtype=jnp.int32))
        self.mean = nnx.BatchStat(jnp.zeros(2))


bundle = Bundle(nnx.Rngs(0))
for batch in (jnp.ones((4, 2)), jnp.zeros((4, 2))):
    grads = nnx.grad(lambda m: jnp.mean(m.student(batch) ** 2))(bundle)
    bundle.steps[...] = bundle.steps[...] + 1
    bundle.mean[1] = batch.mean()
assert int(bundle.steps[...]) == 2
print(grads)
