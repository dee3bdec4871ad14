# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp

temperature = 1.0


@jax.jit
def loss(w):
    return jnp.sum(jax.nn.softmax(w / temperature) * jnp.arange(3.0))  # HAZARD GL110


grads = []
w = jnp.array([0.1, 0.2, 0.3])
for t in (1.0, 0.5, 0.1):
    temperature = t
    grads.append(jax.grad(loss)(w))
print("OBSERVED", "wrong" if jnp.allclose(grads[0], grads[2]) else "clean")
