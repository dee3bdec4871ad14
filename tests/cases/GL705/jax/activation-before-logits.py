# framework: jax
# verdict: wrong
# seen: gradient squashed
import jax
import jax.numpy as jnp
import optax


def classifier(params, images):
    hidden = jax.nn.relu(images @ params["w1"])
    return jax.nn.softmax(hidden @ params["w2"])


def loss_fn(params, images, labels):
    scores = classifier(params, images)
    onehot = jax.nn.one_hot(labels, 3)
    return optax.softmax_cross_entropy(scores, onehot).mean()  # HAZARD GL705


k1, k2 = jax.random.split(jax.random.PRNGKey(0))
params = {"w1": jax.random.normal(k1, (4, 8)), "w2": jax.random.normal(k2, (8, 3))}
images, labels = jax.random.normal(k1, (6, 4)), jnp.array([0, 1, 2, 2, 1, 0])
got = jax.grad(loss_fn)(params, images, labels)["w2"]
hidden = jax.nn.relu(images @ params["w1"])
true = hidden.T @ (classifier(params, images) - jax.nn.one_hot(labels, 3)) / 6
assert jnp.sum(got**2) < 0.25 * jnp.sum(true**2)
print("OBSERVED wrong", "gradient squashed")
