# framework: jax
# verdict: clean
# seen: setup() runs again on a copy of the module at each apply(), so nothing of one trace is left for the next
import jax
import jax.numpy as jnp
import optax
from flax import linen as nn
from flax.training.train_state import TrainState


class Whitening(nn.Module):
    width: int

    def setup(self):
        self.scale = self.param("scale", nn.initializers.ones, (self.width,))
        self.shift = self.param("shift", lambda key, shape: jnp.zeros(shape), (self.width,))
        self.inverse = 1.0 / (jnp.abs(self.scale) + 1e-3)
        self.pair = [self.scale, self.shift]

    def __call__(self, x):
        return (x - self.pair[1]) * self.inverse


class Net(nn.Module):
    def setup(self):
        self.layers = [Whitening(4) for _ in range(2)]
        self.out = nn.Dense(1)

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.out(x)


net = Net()
x, y = jnp.arange(8.0).reshape(2, 4), jnp.ones((2, 1))
state = TrainState.create(apply_fn=net.apply, params=net.init(jax.random.PRNGKey(1), x), tx=optax.sgd(0.01))


@jax.jit
def step(state, x, y):
    def loss_fn(params):
        return jnp.mean((net.apply(params, x) - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


state, first = step(state, x, y)
state, second = step(state, x, y)
assert second < first
print("OBSERVED clean", net.scope is None)
