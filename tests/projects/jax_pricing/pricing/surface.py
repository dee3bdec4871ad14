import jax
import jax.numpy as jnp


def volatility(parameters, strike):
    level, skew, curve = parameters["level"], parameters["skew"], parameters["curve"]
    return jax.nn.softplus(level + skew * strike + curve * strike**2)


def black(spot, strike, vol, time):
    spread = vol * jnp.sqrt(time)
    upper = (jnp.log(spot / strike) + 0.5 * spread**2) / spread
    return spot * jax.scipy.stats.norm.cdf(upper) - strike * jax.scipy.stats.norm.cdf(upper - spread)
