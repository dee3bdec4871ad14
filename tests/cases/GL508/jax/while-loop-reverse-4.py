# framework: jax
# verdict: raises
# seen: ValueError: Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop with dynamic start/stop values. Try using lax.scan, or usin
import jax
import jax.numpy as jnp


class Equilibrium:
    def __init__(self, tol=1e-4):
        self.tol = tol

    def solve(self, params, x):
        def cond(s):
            z, prev, i = s
            return (jnp.max(jnp.abs(z - prev)) > self.tol) & (i < 50)

        def body(s):
            z, _, i = s
            return jnp.tanh(params["w"] @ z + x), z, i + 1

        init = (jnp.zeros_like(x), jnp.ones_like(x), 0)
        z, _, _ = jax.lax.while_loop(cond, body, init)  # HAZARD GL508
        return z

    def loss(self, params, x, y):
        return jnp.mean((self.solve(params, x) - y) ** 2)


deq = Equilibrium()
jax.grad(deq.loss)({"w": 0.1 * jnp.eye(2)}, jnp.ones(2), jnp.zeros(2))
