import jax
import jax.numpy as jnp

from springs import matching_loss, spring_energy


def dataset(key, n):
    positions = jax.random.normal(key, (n, 4, 2))
    truth = {"stiffness": jnp.array(1.0), "rest": jnp.array(0.8)}
    return positions, -jax.vmap(jax.grad(spring_energy, argnums=1), in_axes=(None, 0))(truth, positions)


@jax.jit
def step(params, batch, forces):
    loss, grads = jax.value_and_grad(matching_loss)(params, batch, forces)
    return {k: params[k] - 0.02 * grads[k] for k in params}, loss


def main():
    batch, forces = dataset(jax.random.PRNGKey(0), 8)
    params = {"stiffness": jnp.array(0.0), "rest": jnp.array(0.1)}
    for _ in range(30):
        params, loss = step(params, batch, forces)
    print(f"loss {loss:.5f}", {k: round(float(v), 3) for k, v in params.items()})


if __name__ == "__main__":
    main()
