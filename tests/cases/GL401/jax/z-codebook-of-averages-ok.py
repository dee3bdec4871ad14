# framework: jax
# verdict: clean
# seen: the codebook follows averages, the encoder the straight-through gradient
import jax
import jax.numpy as jnp


def loss(params, x):
    code = x @ params["encoder"]
    nearest = jnp.argmin(jnp.sum((code[:, None] - params["codebook"]) ** 2, -1), axis=1)
    chosen = params["codebook"][nearest]
    passed = code + jax.lax.stop_gradient(chosen - code)
    return jnp.mean((passed @ params["decoder"] - x) ** 2), (code, nearest)


key = jax.random.PRNGKey(0)
params = {
    "encoder": jax.random.normal(key, (4, 2)),
    "codebook": jax.random.normal(key, (5, 2)),
    "decoder": jax.random.normal(key, (2, 4)),
}
x = jax.random.normal(key, (8, 4))
grads, (code, nearest) = jax.grad(loss, has_aux=True)(params, x)
members = jax.nn.one_hot(nearest, 5)
means = members.T @ code / jnp.maximum(members.sum(0), 1.0)[:, None]
params = {
    "encoder": params["encoder"] - 0.1 * grads["encoder"],
    "codebook": 0.9 * params["codebook"] + 0.1 * means,
    "decoder": params["decoder"] - 0.1 * grads["decoder"],
}
assert jnp.abs(grads["encoder"]).sum() > 0
print("OBSERVED clean")
