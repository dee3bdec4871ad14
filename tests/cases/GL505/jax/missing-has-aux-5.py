# framework: jax
# verdict: caught
# seen: tuple loss without has_aux; three outputs with has_aux=True
"""Losses that also return their parts."""
import jax
import jax.numpy as jnp
import optax


def parts(params, x):
    code = jnp.tanh(x @ params["enc"])
    recon = jnp.mean((code @ params["dec"] - x) ** 2)
    sparse = jnp.mean(jnp.sqrt(code ** 2 + 1e-6))
    return recon, sparse


def loss_with_parts(params, x):
    recon, sparse = parts(params, x)
    return recon + 0.1 * sparse, {"recon": recon, "sparse": sparse}


def loss_with_many(params, x):
    recon, sparse = parts(params, x)
    return recon + 0.1 * sparse, recon, sparse


def good_step(params, x):
    (loss, logs), grads = jax.value_and_grad(loss_with_parts, has_aux=True)(params, x)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), loss, logs


def forgets_flag(params, x):
    grads = jax.grad(loss_with_parts)(params, x)  # HAZARD GL505
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def three_outputs(params, x):
    opt = optax.adam(1e-2)
    state = opt.init(params)
    value_and_grad = jax.value_and_grad(loss_with_many, has_aux=True)
    (loss, aux), grads = value_and_grad(params, x)  # HAZARD GL505
    updates, state = opt.update(grads, state)
    return optax.apply_updates(params, updates), loss


if __name__ == "__main__":
    k = jax.random.PRNGKey(0)
    p = {"enc": jax.random.normal(k, (4, 2)), "dec": jnp.ones((2, 4)) * 0.1}
    x = jax.random.normal(k, (8, 4))
    assert bool(jnp.isfinite(good_step(p, x)[1]))
    for bad in (forgets_flag, three_outputs):
        try:
            bad(p, x)
            raise SystemExit("ran")
        except TypeError:
            pass
