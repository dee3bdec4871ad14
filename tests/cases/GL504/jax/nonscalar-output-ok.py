# framework: jax
# verdict: clean
# seen: (5, 4, 3)
import jax
import jax.numpy as jnp


def cross_entropy(params, image, label):
    logits = image @ params["w"] + params["b"]
    onehot = jax.nn.one_hot(label, 3)
    return -jnp.sum(onehot * jax.nn.log_softmax(logits), axis=-1)


params = {"w": jnp.zeros((4, 3)), "b": jnp.zeros(3)}
images = jax.random.normal(jax.random.PRNGKey(0), (5, 4))
labels = jnp.array([0, 1, 2, 1, 0])
per_example = jax.vmap(jax.grad(cross_entropy), in_axes=(None, 0, 0))(params, images, labels)
rows = jax.jacrev(cross_entropy)(params, images, labels)
batch = jax.grad(lambda p: cross_entropy(p, images, labels).mean())(params)
residual = 1.0 / 3.0 - jax.nn.one_hot(labels, 3)
assert jnp.allclose(per_example["w"], images[:, :, None] * residual[:, None, :], atol=1e-5)
assert jnp.allclose(rows["b"], residual, atol=1e-5)
assert jnp.allclose(batch["w"], per_example["w"].mean(axis=0), atol=1e-5)
print("OBSERVED clean", per_example["w"].shape)
