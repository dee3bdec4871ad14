# framework: jax
# verdict: zero
# seen: zero gradients for every weight of the critic
import jax
import jax.numpy as jnp
from flax import linen as nn


class Critic(nn.Module):
    def setup(self):
        self.hidden = nn.Dense(8)
        self.out = nn.Dense(1)

    def __call__(self, x):
        return self.out(nn.tanh(self.hidden(x)))


critic = Critic()
params = critic.init(jax.random.PRNGKey(0), jnp.ones((1, 3)))


def penalty(params, x):
    def score(value):
        return critic.apply(params, value).sum()

    slopes = jax.grad(score)(x)
    norms = jnp.sqrt(jnp.sum(slopes**2, axis=-1) + 1e-8)
    return jnp.mean((jax.lax.stop_gradient(norms) - 1.0) ** 2)  # HAZARD GL401


grads = jax.tree_util.tree_leaves(jax.grad(penalty)(params, jnp.ones((4, 3))))
assert all(float(jnp.abs(each).sum()) == 0.0 for each in grads)
print("OBSERVED zero", len(grads))
