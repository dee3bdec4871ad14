# framework: jax
# verdict: clean
# seen: the backbone stays as it was
import jax
import jax.numpy as jnp
import optax


def forward(params, x):
    frozen = jax.lax.stop_gradient(params["backbone"])
    return jnp.tanh(x @ frozen) @ params["top"]


def run(tx):
    params = {"backbone": jnp.ones((3, 3)), "top": jnp.ones(3)}
    state = tx.init(params)
    for _ in range(3):
        grads = jax.grad(lambda p: jnp.mean((forward(p, jnp.ones((4, 3))) - 1.0) ** 2))(params)
        updates, state = tx.update(grads, state, params)
        params = optax.apply_updates(params, updates)
    assert jnp.all(params["backbone"] == 1.0)


run(optax.adam(1e-2))
run(optax.adamw(1e-2, mask={"backbone": False, "top": True}))
run(optax.adamw(1e-2, weight_decay=0.0))
