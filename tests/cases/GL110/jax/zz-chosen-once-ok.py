# framework: jax
# verdict: clean
# seen: a number that is chosen once, before the loop, is the same in every pass
import os

import jax
import jax.numpy as jnp
from jax import lax

QUICK = os.environ.get("QUICK", False)
STEPS = 10 if QUICK else 20
EVERY = 5

for start, rate in ((1.0, 0.4), (1.0, 0.8)):

    def sample(state, _):
        return state * rate, jnp.sum(state)

    run = jax.jit(lambda state: lax.scan(sample, state, None, length=STEPS // EVERY))
    print(jax.grad(lambda state: jnp.sum(run(state)[1]))(jnp.ones(3) * start))
