# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp
import optax


def apply(params, x):
    h = jax.nn.relu(x @ params["w1"])
    return jax.nn.softmax(h @ params["w2"])


def loss_fn(params, x, y):
    probs = apply(params, x)
    return optax.softmax_cross_entropy_with_integer_labels(probs, y).mean()  # HAZARD GL705


params = {"w1": jnp.ones((3, 4)), "w2": jax.random.normal(jax.random.PRNGKey(0), (4, 2))}
x, y = jnp.ones((5, 3)), jnp.array([0, 1, 0, 1, 1])
v, g = jax.value_and_grad(loss_fn)(params, x, y)
true = -jnp.log(apply(params, x))[jnp.arange(5), y].mean()
print("OBSERVED", "wrong" if not jnp.isclose(v, true, atol=1e-3) else "clean")
