# framework: jax
# verdict: none
# seen: the mixture is no nnx.Param, and nothing else ever sets it
import jax
import jax.numpy as jnp
from flax import nnx


class Mixture(nnx.Module):
    def __init__(self, parts, width, *, rngs: nnx.Rngs):
        self.logits = nnx.Variable(0.1 * jax.random.normal(rngs.params(), (parts,)))  # HAZARD GL308
        self.parts = nnx.List([nnx.Linear(width, 1, rngs=rngs) for _ in range(parts)])

    def __call__(self, x):
        shares = jax.nn.softmax(self.logits[...])
        outs = jnp.stack([each(x) for each in self.parts], -1)
        return jnp.sum(outs * shares, -1), shares.max(), self.logits[...].mean()


model = Mixture(3, 2, rngs=nnx.Rngs(0))
found = nnx.grad(lambda m: jnp.mean(m(jnp.ones((4, 2)))[0] ** 2))(model)
assert "logits" not in found
print("OBSERVED none")
