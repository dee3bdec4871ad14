# framework: jax
# verdict: clean
# seen: plain descent written out
import jax
import jax.numpy as jnp
import optax

clip = optax.chain(optax.clip_by_global_norm(1.0), optax.scale(-0.1))


def loss_fn(params, batch):
    x, y = batch
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


@jax.jit
def train_step(params, clip_state, batch):
    grads = jax.grad(loss_fn)(params, batch)
    descent = jax.tree_util.tree_map(lambda g: -0.1 * g, grads)
    grads, clip_state = clip.update(grads, clip_state)
    return optax.apply_updates(params, descent), optax.apply_updates(params, grads), clip_state


params = {"w": jnp.array([0.5, -0.5]), "b": jnp.array(0.1)}
x, y = jnp.array([[1.0, 2.0], [0.3, -1.0]]), jnp.array([1.0, 0.0])
stepped, clipped, _ = train_step(params, clip.init(params), (x, y))
slope = x.T @ (x @ params["w"] + params["b"] - y)
assert jnp.allclose(stepped["w"], params["w"] - 0.1 * slope, atol=1e-5)
moved = jnp.sqrt(sum(jnp.sum((clipped[k] - params[k]) ** 2) for k in params))
assert jnp.isclose(moved, 0.1, atol=1e-4)
print("OBSERVED clean", "plain descent written out")
