# framework: jax
# verdict: zero
# seen: isinstance(np.ndarray) is False on a tracer (zero); full svd of a non-square matrix (NotImplementedError)
"""Nuclear-norm regularised completion and a subspace alignment loss."""
import jax
import jax.numpy as jnp
import numpy as np


def as_vector(x, n):
    if isinstance(x, np.ndarray):  # HAZARD GL109
        return x.reshape(n)
    return jnp.zeros(n)


def weighted(x, coeffs):
    return jnp.sum(as_vector(x, coeffs.size) * coeffs)


def nuclear(w):
    return jnp.sum(jnp.linalg.svd(w, compute_uv=False))


def subspace(w, k):
    u, s, vt = jnp.linalg.svd(w)  # HAZARD GL404
    return u[:, :k] * s[:k]


def thin_subspace(w, k):
    u, s, _ = jnp.linalg.svd(w, full_matrices=False)
    return u[:, :k] * s[:k]


def completion(w, observed, mask):
    return jnp.sum(mask * (w - observed) ** 2) + 0.1 * nuclear(w)


def alignment(w, target, pick, k=2):
    return jnp.sum((jnp.abs(pick(w, k)) - target) ** 2)


def fit(observed, mask, steps=3, rate=0.1):
    w = jnp.asarray(observed) + 0.01
    step = jax.jit(lambda w: w - rate * jax.grad(completion)(w, observed, mask))
    for _ in range(steps):
        w = step(w)
    return w


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    obs, mask = rng.normal(size=(5, 3)).astype("float32"), rng.integers(0, 2, (5, 3))
    assert bool(jnp.isfinite(fit(obs, mask)).all())
    x, c = rng.normal(size=(2, 2)).astype("float32"), jnp.arange(1.0, 5.0)
    assert not np.asarray(jax.grad(weighted)(x, c)).any() and float(weighted(x, c)) != 0.0
    target = jnp.ones((5, 2))
    assert bool(jnp.isfinite(jax.grad(alignment)(jnp.asarray(obs), target, thin_subspace)).all())
    try:
        jax.grad(alignment)(jnp.asarray(obs), target, subspace)
        raise SystemExit("ran")
    except NotImplementedError as e:
        assert "full matrices" in str(e)
