# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np
import scipy.optimize


def inner_loss(w, lam, X, y):
    return 0.5 * jnp.mean((X @ w - y) ** 2) + 0.5 * jnp.exp(lam) * jnp.sum(w ** 2)


@jax.custom_vjp
def ridge(lam, X, y):
    n, d = X.shape
    return jnp.linalg.solve(X.T @ X / n + jnp.exp(lam) * jnp.eye(d), X.T @ y / n)


def ridge_fwd(lam, X, y):
    w = ridge(lam, X, y)
    return w, (w, lam, X, y)


def ridge_bwd(res, g):
    w, lam, X, y = res
    H = jax.hessian(inner_loss)(w, lam, X, y)
    u = jnp.linalg.solve(H, g)
    _, vjp = jax.vjp(lambda lam, X, y: jax.grad(inner_loss)(w, lam, X, y), lam, X, y)
    return jax.tree.map(jnp.negative, vjp(u))


ridge.defvjp(ridge_fwd, ridge_bwd)


def val_loss(lam, X, y, Xv, yv):
    return jnp.mean((Xv @ ridge(lam, X, y) - yv) ** 2)


def fit_scipy(loss, x0):
    vg = jax.jit(jax.value_and_grad(loss))

    def fun(x):
        v, g = vg(x)
        return float(v), np.asarray(g, dtype=np.float64)

    return scipy.optimize.minimize(fun, x0, jac=True, method="L-BFGS-B").x


rng = np.random.default_rng(0)
X, Xv = rng.normal(size=(20, 3)), rng.normal(size=(10, 3))
w = np.array([1.0, -2.0, 0.5])
y, yv = X @ w + 0.1 * rng.normal(size=20), Xv @ w
g = jax.grad(val_loss)(-1.0, X, y, Xv, yv)
h = 1e-2
fd = (val_loss(-1.0 + h, X, y, Xv, yv) - val_loss(-1.0 - h, X, y, Xv, yv)) / (2 * h)
lam = -1.0
for _ in range(3):
    lam -= 0.5 * jax.grad(val_loss)(lam, X, y, Xv, yv)
est = fit_scipy(lambda v: inner_loss(v, -3.0, X, y), np.zeros(3))
print("OBSERVED", "clean" if abs(g - fd) < 1e-2 * max(1, abs(fd)) and float(lam) != -1.0 and est.shape == (3,) else "wrong")
