# framework: jax
# verdict: clean
# seen: softmax only for the Brier score
import jax
import jax.numpy as jnp
import optax


def classifier(params, images):
    return jax.nn.relu(images @ params["w1"]) @ params["w2"]


def loss_fn(params, images, labels):
    logits = classifier(params, images)
    onehot = jax.nn.one_hot(labels, 3)
    brier = jnp.mean((jax.nn.softmax(logits) - onehot) ** 2)
    return optax.softmax_cross_entropy(logits, onehot).mean(), brier


def distil(params, images, teacher_logits):
    targets = jax.nn.softmax(teacher_logits)
    return optax.softmax_cross_entropy(classifier(params, images), targets).mean()


k1, k2 = jax.random.split(jax.random.PRNGKey(0))
params = {"w1": jax.random.normal(k1, (4, 8)), "w2": jax.random.normal(k2, (8, 3))}
images, labels = jax.random.normal(k1, (6, 4)), jnp.array([0, 1, 2, 2, 1, 0])
got, brier = jax.grad(loss_fn, has_aux=True)(params, images, labels)
hidden = jax.nn.relu(images @ params["w1"])
probs = jax.nn.softmax(hidden @ params["w2"])
assert jnp.allclose(got["w2"], hidden.T @ (probs - jax.nn.one_hot(labels, 3)) / 6, atol=1e-5)
soft = jax.grad(distil)(params, images, jnp.ones((6, 3)))["w2"]
assert jnp.allclose(soft, hidden.T @ (probs - 1.0 / 3.0) / 6, atol=1e-5)
print("OBSERVED clean", "softmax only for the Brier score")
