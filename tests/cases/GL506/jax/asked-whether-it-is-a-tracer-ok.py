# framework: jax
# verdict: clean
# seen: a tracer is told apart from a number before anybody looks at its value
import jax
import jax.numpy as jnp
from jax.core import Tracer, is_concrete


def checked(order):
    if not isinstance(order, (jax.core.Tracer, jnp.ndarray)):
        if not 0 < order <= 2:
            raise ValueError("an order between 0 and 2")
    if not isinstance(order, Tracer) and order > 2:
        raise ValueError("too large")
    return order


def validate(rate):
    if isinstance(rate, Tracer):
        return
    if rate < 0:
        raise ValueError("no negative rate")


def known(rate):
    if is_concrete(rate):
        if rate < 0:
            raise ValueError("no negative rate")
    return rate


@jax.jit
def creep(times, order, rate):
    validate(rate)
    safe = jnp.clip(order, 1e-3, 1.0)
    return known(rate) * times ** checked(safe)


print(jax.grad(lambda rate: creep(jnp.ones(3), 0.5, rate).sum())(2.0))
