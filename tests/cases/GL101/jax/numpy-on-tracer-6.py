# framework: jax
# verdict: caught
# seen: np.log1p and scipy.special.expit on tracers (TracerArrayConversionError); NumPy on data is fine
"""Learned filter bank: features are made by helpers that were ported from a NumPy code base."""
import jax
import jax.numpy as jnp
import numpy as np
from scipy import special

N = 32
FREQS = np.fft.rfftfreq(N)


def gaussian_bank(centers, widths):
    return jnp.exp(-0.5 * ((FREQS[None] - centers[:, None]) / widths[:, None]) ** 2)


def compress(energy):
    scaled = energy / np.sqrt(energy.shape[-1])
    return np.log1p(scaled)  # HAZARD GL101


def soft_rank(scores):
    return special.expit(scores[:, None] - scores[None, :]).sum(-1)  # HAZARD GL101


def power(signals):
    return np.abs(np.fft.rfft(signals * np.hanning(N))) ** 2


def loss(params, spectra, y):
    bank = gaussian_bank(params["c"], jnp.exp(params["lw"]))
    feats = compress(spectra @ bank.T)
    return jnp.mean((feats @ params["out"] - y) ** 2)


def ranking_loss(out, feats, order):
    return jnp.mean((soft_rank(feats @ out) - order) ** 2)


def train(signals, y, steps=3):
    params = {"c": jnp.linspace(0.05, 0.45, 4), "lw": jnp.full(4, -2.0), "out": jnp.ones(4) * 0.1}
    spectra = power(signals).astype(np.float32)
    for _ in range(steps):
        g = jax.grad(loss)(params, spectra, y)
        params = jax.tree.map(lambda p, d: p - 0.1 * d, params, g)
    return params


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    sig, y = rng.normal(size=(6, N)), rng.normal(size=6)
    for call in (lambda: train(sig, y), lambda: jax.grad(ranking_loss)(jnp.ones(4), sig[:, :4], np.arange(6.0))):
        try:
            call()
            raise SystemExit("ran")
        except jax.errors.TracerArrayConversionError:
            pass
