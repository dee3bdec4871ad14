# framework: jax
# verdict: clean
# seen: 12.0: the list is mapped whole, however long it is
import sys

import jax
import jax.numpy as jnp


def loss(w):
    terms = []
    for number in range(1, 3 + len(sys.argv) // 9):
        terms.append(w * number)
    scale = jax.lax.stop_gradient(w)
    doubled = jax.tree.map(lambda term: 2.0 * term, terms)
    return jnp.sum(jnp.stack(doubled)) * scale


print(jax.grad(loss)(2.0))
