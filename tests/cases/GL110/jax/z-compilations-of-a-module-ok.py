# framework: jax
# verdict: clean
# seen: 3 updates by one compilation
import jax
import jax.numpy as jnp

COMPILED = 0


@jax.jit
def update(w, x):
    global COMPILED
    COMPILED += 1
    print("compiling")
    return w - 0.1 * jax.grad(lambda w: jnp.sum((x * w - 1.0) ** 2))(w)


w = jnp.zeros(())
for step in range(3):
    w = update(w, jnp.arange(4.0))
    assert COMPILED == 1, "compiled again"
w = update(w, jnp.arange(4.0))
print("OBSERVED clean", COMPILED, float(w))
