# framework: jax
# verdict: raises
# seen: TypeError: Custom JVP rule
"""Safe division with its own forward rule."""
import jax
import jax.numpy as jnp


@jax.custom_jvp
def safe_div(a, b):
    return jnp.where(b == 0, 0.0, a / jnp.where(b == 0, 1.0, b))


@safe_div.defjvp
def safe_div_jvp(primals, tangents):
    a, b = primals
    da, db = tangents
    out = safe_div(a, b)
    slope = safe_div(da - out * db, b)
    return out  # HAZARD GL801


def normalise(weights):
    return safe_div(weights, weights.sum())


def portfolio_risk(weights, cov):
    w = normalise(jnp.exp(weights))
    return w @ cov @ w


if __name__ == "__main__":
    cov = jnp.diag(jnp.array([1.0, 2.0, 3.0]))
    print(portfolio_risk(jnp.zeros(3), cov))
    print(jax.grad(portfolio_risk)(jnp.zeros(3), cov))
