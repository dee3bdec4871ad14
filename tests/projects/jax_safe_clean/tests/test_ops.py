import jax
import jax.numpy as jnp
from jax.test_util import check_grads

from ops import bounded, safe_norm


def test_safe_norm_at_zero():
    assert jnp.all(jax.grad(lambda x: safe_norm(x))(jnp.zeros(3)) == 0.0)


def test_bounded():
    check_grads(bounded, (jnp.linspace(-1.0, 1.0, 5),), order=1, modes=["rev"])
