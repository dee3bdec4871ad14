# framework: jax
# verdict: clean
# seen: the scores carry the gradient
import jax
import jax.numpy as jnp


@jax.custom_jvp
def heads(hidden):
    return jnp.tanh(hidden), 2 * hidden


@heads.defjvp
def heads_jvp(primals, tangents):
    (hidden,), (moved,) = primals, tangents
    keys, scores = heads(hidden)
    return (keys, scores), ((1 - keys**2) * moved, 2 * moved)


def chosen(count, keys, scores):
    _, index = jax.lax.top_k(keys, count)
    return jnp.take_along_axis(scores, index, axis=-1)


def loss(weight, x):
    return -jnp.mean(chosen(2, *heads(x @ weight)))


first, second = jax.random.split(jax.random.PRNGKey(0))
weight = jax.random.normal(first, (4, 5))
x = jax.random.normal(second, (6, 4))
gradient = jax.grad(loss)(weight, x)
assert float(jnp.abs(gradient).sum()) > 0.01
print("OBSERVED clean", "the scores carry the gradient")
