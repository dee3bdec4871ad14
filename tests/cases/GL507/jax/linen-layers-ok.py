# framework: jax
# verdict: clean
# seen: each apply sets up a module of its own
import jax
import jax.numpy as jnp
from flax import linen as nn


class Decay(nn.Module):
    begin: float

    def setup(self):
        self.rate = self.param("rate", nn.initializers.constant(self.begin), (3,))
        self.kept = jnp.exp(-jnp.exp(self.rate))

    def __call__(self, xs):
        def advance(state, x):
            state = self.kept * state + x
            return state, state

        return jax.lax.scan(advance, jnp.zeros(3), xs)[1]


class Layers(nn.Module):
    begin: float

    def setup(self):
        self.decay = Decay(self.begin)
        self.head = nn.Dense(1)

    def __call__(self, xs):
        return self.head(jax.vmap(self.decay)(xs))


def train(key, xs, ys):
    net = Layers(begin=0.1)
    params = net.init(key, xs)

    def loss(params):
        return jnp.mean((net.apply(params, xs) - ys) ** 2)

    return jax.grad(loss)(params)


grads = jax.jit(train)(jax.random.PRNGKey(0), jnp.ones((2, 5, 3)), jnp.zeros((2, 5, 1)))
print("OBSERVED clean", grads["params"]["decay"]["rate"].shape)
