# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
from jax import lax


@jax.jit
def leaky(x, slope=0.1):
    return lax.cond(jnp.sum(x) > 0, lambda v: v, lambda v: slope * v, x)


@jax.jit
def bisect(f_args, lo=0.0, hi=4.0):
    def body(_, ab):
        a, b = ab
        m = (a + b) / 2
        left = m * m < f_args
        return jnp.where(left, m, a), jnp.where(left, b, m)
    return lax.fori_loop(0, 30, body, (lo, hi))[0]


def newton(f, x0, tol=1e-6):
    df = jax.grad(f)

    def cond(s):
        x, dx, i = s
        return (jnp.abs(dx) > tol) & (i < 50)

    def body(s):
        x, _, i = s
        dx = f(x) / df(x)
        return x - dx, dx, i + 1

    return lax.while_loop(cond, body, (x0, jnp.inf, 0))[0]


def odeint(f, y0, ts, p):
    def step(y, t):
        dt = ts[1] - ts[0]
        k1 = f(y, t, p)
        k2 = f(y + dt / 2 * k1, t + dt / 2, p)
        k3 = f(y + dt / 2 * k2, t + dt / 2, p)
        k4 = f(y + dt * k3, t + dt, p)
        y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        return y, y
    return lax.scan(step, y0, ts)[1]


def unrolled(x, n=3):
    for _ in range(n):
        if n > 2:
            x = jnp.sin(x)
        else:
            x = jnp.cos(x)
    return x.sum()


def static_loop(x, steps=4):
    return lax.fori_loop(0, steps, lambda i, v: v * 0.9 + jnp.sin(v), x).sum()


def switch(i, x):
    return lax.switch(i, [jnp.sin, jnp.cos, lambda v: v ** 2], x)


def running_max(xs):
    return lax.associative_scan(jnp.maximum, xs)


ts = jnp.linspace(0.0, 1.0, 11)
fit = lambda p: jnp.mean((odeint(lambda y, t, p: -p * y, jnp.array(1.0), ts, p) - jnp.exp(-2.0 * ts)) ** 2)
grads = [jax.grad(lambda v: leaky(v).sum())(jnp.array([1.0, -3.0])), jax.grad(fit)(1.0), jax.grad(unrolled)(jnp.ones(2)),
         jax.grad(static_loop)(jnp.ones(2)), jax.grad(lambda v: switch(2, v))(3.0), jax.grad(lambda v: running_max(v).sum())(jnp.arange(3.0))]
root = newton(lambda x: x ** 2 - 2.0, 1.0)
ok = all(bool(jnp.isfinite(g).all()) and bool(jnp.any(g != 0)) for g in grads) and abs(float(root) - 2 ** 0.5) < 1e-4 and abs(float(bisect(2.0)) - 2 ** 0.5) < 1e-4
print("OBSERVED", "clean" if ok else "wrong")
