"""flax's TrainState with a jitted step."""

# needs: flax optax
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.tanh(nn.Dense(16, name="body")(x))
        return nn.Dense(1, name="head")(x)


@jax.jit
def train_step(state, x, y):
    def loss_fn(params):
        pred = state.apply_fn({"params": params}, x)
        return jnp.mean((pred - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


def main():
    x = jax.random.normal(jax.random.key(0), (32, 4))
    y = x.sum(1, keepdims=True)
    net = Net()
    params = net.init(jax.random.key(1), x)["params"]
    state = TrainState.create(apply_fn=net.apply, params=params, tx=optax.adam(1e-2))
    for _ in range(5):
        state, loss = train_step(state, x, y)
        print(float(loss).hex())


if __name__ == "__main__":
    main()
