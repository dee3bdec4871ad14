import jax
import jax.numpy as jnp
import optax
from fitting.model import apply, init


def loss_fn(params, x, y):
    return jnp.mean((apply(params, x)[:, 0] - y) ** 2)


def main():
    key = jax.random.PRNGKey(0)
    params = init(key)
    tx = optax.adam(1e-2)
    state = tx.init(params)

    @jax.jit
    def step(params, state, x, y):
        loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
        updates, state = tx.update(grads, state, params)
        return optax.apply_updates(params, updates), state, loss

    for number in range(6):
        key, sub = jax.random.split(key)
        x = jax.random.normal(sub, (32, 3))
        params, state, loss = step(params, state, x, x.sum(1))
        print(number, float(loss).hex())


if __name__ == "__main__":
    main()
