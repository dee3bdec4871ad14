# framework: jax
# verdict: raises
# seen: TypeError: differentiating with respect to argnums=0 requires at least 1 positional arguments
"""Sensitivities of an option price; every market input goes by keyword."""
import jax
import jax.numpy as jnp
from jax.scipy.stats import norm


def black_scholes(spot, strike, vol, rate, tau):
    d1 = (jnp.log(spot / strike) + (rate + 0.5 * vol**2) * tau) / (vol * jnp.sqrt(tau))
    d2 = d1 - vol * jnp.sqrt(tau)
    return spot * norm.cdf(d1) - strike * jnp.exp(-rate * tau) * norm.cdf(d2)


class Book:
    greeks = {"delta": jax.grad(black_scholes, argnums=0), "vega": jax.grad(black_scholes, argnums=2)}

    def __init__(self, market):
        self.market = market

    def vega(self):
        m = self.market
        return self.greeks["vega"](m["spot"], m["strike"], m["vol"], m["rate"], m["tau"])

    def delta(self):
        return self.greeks["delta"](**self.market)  # HAZARD GL505


if __name__ == "__main__":
    book = Book(dict(spot=100.0, strike=95.0, vol=0.2, rate=0.01, tau=0.5))
    assert book.vega() > 0
    print(book.delta())
