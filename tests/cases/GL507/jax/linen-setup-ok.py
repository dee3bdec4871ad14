# framework: jax
# verdict: clean
# seen: a module of Linen keeps what setup() makes, and apply() sets up a copy of its own each time
from functools import partial

import jax
import jax.numpy as jnp
from flax import linen as nn


class DiagonalSSM(nn.Module):
    start: jax.Array
    clip: bool = True

    def setup(self):
        self.rate = self.param("rate", lambda rng, shape: self.start, (None,))
        self.decay = jnp.clip(self.rate, None, -1e-4) if self.clip else self.rate
        self.step = jnp.exp(self.decay * 0.1)

    def __call__(self, xs):
        def advance(state, x):
            state = self.step * state + x
            return state, state

        return jax.lax.scan(advance, jnp.zeros(3), xs)[1]


class Stack(nn.Module):
    ssm: nn.Module

    def setup(self):
        self.seq = self.ssm()
        self.head = nn.Dense(1)

    def __call__(self, xs):
        return self.head(jax.vmap(self.seq)(xs))


def make_train(size):
    start = -jnp.arange(1.0, size + 1.0)
    ssm = partial(DiagonalSSM, start=start)

    def train(key, xs, ys):
        net = Stack(ssm=ssm)
        params = net.init(key, xs)

        def update(params, _):
            def loss_fn(params):
                return jnp.mean((net.apply(params, xs) - ys) ** 2)

            loss, grads = jax.value_and_grad(loss_fn)(params)
            return jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, params, grads), loss

        return jax.lax.scan(update, params, None, 3)

    return train


params, losses = jax.jit(make_train(3))(jax.random.PRNGKey(0), jnp.ones((2, 5, 3)), jnp.zeros((2, 5, 1)))
assert jnp.isfinite(losses).all()
print("OBSERVED clean", params["params"]["seq"]["rate"].shape)
