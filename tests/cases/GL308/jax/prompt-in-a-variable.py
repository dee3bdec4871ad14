# framework: jax
# verdict: none
# seen: the prompt is no nnx.Param, and nothing else ever sets it
import jax
import jax.numpy as jnp
from flax import nnx


class Prompted(nnx.Module):
    def __init__(self, count, width, rngs: nnx.Rngs):
        self.prompt = nnx.Variable(jax.random.normal(rngs.params(), (count, width)))  # HAZARD GL308
        self.mix = nnx.Linear(width, width, rngs=rngs)

    def __call__(self, x):
        rows = jnp.broadcast_to(self.prompt[...], (x.shape[0], *self.prompt[...].shape))
        return self.mix(jnp.concatenate([rows, x], 1)).mean(1)


model = Prompted(2, 4, nnx.Rngs(0))
found = nnx.grad(lambda m: jnp.mean(m(jnp.ones((3, 5, 4))) ** 2))(model)
assert "prompt" not in found and "mix" in found
print("OBSERVED none")
