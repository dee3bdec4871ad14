import jax.numpy as jnp
import numpy as np

from .surface import black, volatility


def relative(model, market):
    return jnp.mean(((model - market) / market) ** 2)


def smoothness(parameters, strikes):
    values = np.asarray(volatility(parameters, strikes))  # HAZARD traced-numpy GL101
    return jnp.sum(jnp.diff(values, 2) ** 2)


def total(parameters, quotes, weight):
    prices = black(quotes.spot, quotes.strikes, volatility(parameters, quotes.strikes), quotes.time)
    return relative(prices, quotes.prices) + weight * smoothness(parameters, quotes.strikes)
