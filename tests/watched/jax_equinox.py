"""equinox: a filtered step."""

# needs: equinox optax
import equinox as eqx
import jax
import jax.numpy as jnp
import optax


class Net(eqx.Module):
    body: eqx.nn.Linear
    head: eqx.nn.Linear

    def __init__(self, key):
        first, second = jax.random.split(key)
        self.body = eqx.nn.Linear(4, 16, key=first)
        self.head = eqx.nn.Linear(16, 1, key=second)

    def __call__(self, x):
        return self.head(jnp.tanh(self.body(x)))


def loss_fn(net, x, y):
    pred = jax.vmap(net)(x)
    return jnp.mean((pred - y) ** 2)


def main():
    x = jax.random.normal(jax.random.key(0), (32, 4))
    y = x.sum(1, keepdims=True)
    net = Net(jax.random.key(1))
    tx = optax.sgd(1e-2)
    state = tx.init(eqx.filter(net, eqx.is_array))

    @eqx.filter_jit
    def step(net, state, x, y):
        loss, grads = eqx.filter_value_and_grad(loss_fn)(net, x, y)
        updates, state = tx.update(grads, state)
        return eqx.apply_updates(net, updates), state, loss

    for _ in range(5):
        net, state, loss = step(net, state, x, y)
        print(float(loss).hex())


if __name__ == "__main__":
    main()
