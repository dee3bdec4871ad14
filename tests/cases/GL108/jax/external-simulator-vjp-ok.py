# framework: jax
# verdict: clean
# seen: pure_callback inside a custom_vjp with adjoint; io_callback on a stopped value
"""A host simulator with an adjoint: pure_callback inside a custom_vjp rule, plus a logging io_callback."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from scipy import sparse
from scipy.sparse.linalg import spsolve

LOG = []


def laplacian(kappa):
    k = np.asarray(kappa, np.float64)
    main = k[:-1] + k[1:]
    return sparse.diags([-k[1:-1], main, -k[1:-1]], [-1, 0, 1], format="csc")


def host_solve(kappa, rhs):
    return spsolve(laplacian(kappa), np.asarray(rhs, np.float64)).astype(np.float32)


def call_solve(kappa, rhs):
    return jax.pure_callback(host_solve, jax.ShapeDtypeStruct(rhs.shape, jnp.float32), kappa, rhs)


@jax.custom_vjp
def diffusion(kappa, rhs):
    return call_solve(kappa, rhs)


def diffusion_fwd(kappa, rhs):
    u = call_solve(kappa, rhs)
    return u, (kappa, u)


def diffusion_bwd(res, ubar):
    kappa, u = res
    lam = call_solve(kappa, ubar)
    pad = lambda v: jnp.concatenate([jnp.zeros(1), v, jnp.zeros(1)])
    du, dl = jnp.diff(pad(u)), jnp.diff(pad(lam))
    return -du * dl, lam


diffusion.defvjp(diffusion_fwd, diffusion_bwd)


def log(step, misfit):
    LOG.append((int(step), float(misfit)))
    return np.int32(0)


def misfit(log_kappa, rhs, data, step):
    u = diffusion(jnp.exp(log_kappa), rhs)
    value = jnp.sum((u - data) ** 2)
    io_callback(log, jax.ShapeDtypeStruct((), jnp.int32), step, jax.lax.stop_gradient(value))
    return value


def invert(rhs, data, n, steps=5, lr=0.5):
    log_kappa = jnp.zeros(n + 1)
    grad = jax.jit(jax.grad(misfit))
    for i in range(steps):
        g = grad(log_kappa, rhs, data, i)
        log_kappa = log_kappa - lr * g
    return log_kappa, g


if __name__ == "__main__":
    n = 5
    rhs = jnp.ones(n) * 0.2
    data = diffusion(jnp.linspace(0.5, 2.0, n + 1), rhs)
    lk, g = invert(rhs, data, n)
    assert len(LOG) == 5 and LOG[-1][1] < LOG[0][1]
    e = jnp.zeros(n + 1).at[2].set(1e-2)
    fd = (misfit(lk + e, rhs, data, 0) - misfit(lk - e, rhs, data, 0)) / 2e-2
    assert jnp.allclose(jax.grad(misfit)(lk, rhs, data, 0)[2], fd, rtol=5e-2, atol=1e-4)
