# framework: jax
# verdict: clean
# seen: the weights move by the average; what is returned beside them is a measure of gradients
import jax
import jax.numpy as jnp


def averaged(tree):
    return jax.tree.map(lambda each: jax.lax.pmean(each, "devices"), tree)


def loss_fn(weights, x):
    return jnp.mean((x @ weights) ** 4)


def update(weights, x):
    def roughness(weights):
        slope = jax.grad(loss_fn)(weights, x)
        further = jax.grad(loss_fn)(weights - 0.1 * averaged(slope), x)
        ratio = further / (slope + 1e-3)
        return jnp.sum(jnp.abs(ratio - 1.0))

    value, grads = jax.value_and_grad(roughness)(weights)
    return weights - 0.1 * jnp.sign(averaged(grads)), value


mapped = jax.pmap(update, axis_name="devices")
n = jax.local_device_count()
weights, value = mapped(jnp.ones((n, 3)), jnp.ones((n, 4, 3)))
print(value)
