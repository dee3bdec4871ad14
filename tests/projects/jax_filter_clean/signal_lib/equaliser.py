from functools import partial

import jax
import jax.numpy as jnp

from signal_lib.windows import bands, hann


@partial(jax.jit, static_argnames=("count", "mode"))
def equalise(gains, signal, count, mode="smooth"):
    spectrum = jnp.fft.rfft(signal * hann(signal.shape[-1]))
    curve = jnp.ones(spectrum.shape[-1])
    for i, (low, high) in enumerate(bands(spectrum.shape[-1], count)):
        curve = curve.at[low:high].set(jax.nn.softplus(gains[i]))
    if mode == "smooth":
        curve = jnp.convolve(curve, jnp.array([0.25, 0.5, 0.25]), mode="same")
    return jnp.fft.irfft(spectrum * curve, n=signal.shape[-1])


def level(signal):
    return jnp.sqrt(jnp.mean(signal ** 2) + 1e-9)
