# framework: jax
# verdict: wrong
# seen: wrong
import jax
import jax.numpy as jnp
import optax


class Critic:
    def __init__(self, dim):
        self.params = {"w": jnp.ones((dim, 1)), "b": jnp.zeros(1)}

    def __call__(self, params, x):
        return jax.nn.sigmoid(x @ params["w"] + params["b"])


critic = Critic(3)


def d_loss(params, real, fake):
    r, f = critic(params, real), critic(params, fake)
    return (
        optax.sigmoid_binary_cross_entropy(r, jnp.ones_like(r)).mean()  # HAZARD GL705
        + optax.sigmoid_binary_cross_entropy(f, jnp.zeros_like(f)).mean()  # HAZARD GL705
    )


value, g = jax.value_and_grad(d_loss)(critic.params, jnp.ones((4, 3)), -jnp.ones((4, 3)))
true = -jnp.log(jax.nn.sigmoid(3.0)) - jnp.log(1 - jax.nn.sigmoid(-3.0))
print("OBSERVED", "wrong" if not jnp.isclose(value, true, atol=1e-2) else "clean")
