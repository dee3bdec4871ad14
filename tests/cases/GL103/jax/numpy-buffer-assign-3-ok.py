# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np


class RunningMeanStd:
    def __init__(self, shape):
        self.mean, self.var, self.count = np.zeros(shape), np.ones(shape), 1e-4

    def update(self, x):
        x = np.asarray(x)
        m, v, n = x.mean(0), x.var(0), len(x)
        d, tot = m - self.mean, self.count + n
        self.mean = self.mean + d * n / tot
        self.var = (self.var * self.count + v * n + d ** 2 * self.count * n / tot) / tot
        self.count = tot


class Replay:
    def __init__(self, n, d):
        self.data, self.size = np.zeros((n, d), np.float32), 0

    def add(self, rows):
        k = len(rows)
        self.data[self.size:self.size + k] = np.asarray(rows)
        self.size += k

    def sample(self, rng, n):
        return jnp.asarray(self.data[rng.integers(0, self.size, n)])


def model(p, x, mean, std):
    return jnp.tanh((x - mean) / std @ p)


def loss(p, x, mean, std):
    return jnp.mean((model(p, x, mean, std) - x[:, :1]) ** 2)


@jax.jit
def evaluate(p, x, mean, std):
    out = model(p, x, mean, std)
    return {"mse": jnp.mean((out - x[:, :1]) ** 2), "sign": jnp.mean(jnp.sign(out) == jnp.sign(x[:, :1])), "hist": jnp.histogram(out, 4)[0]}


def metrics_to_numpy(tree):
    return jax.tree.map(np.asarray, jax.device_get(tree))


rng = np.random.default_rng(0)
key = jax.random.PRNGKey(0)
rms, buf, p = RunningMeanStd(2), Replay(64, 2), jnp.ones((2, 1))
table = jnp.zeros((8, 2))
curve = []
for i in range(4):
    key, sub = jax.random.split(key)
    obs = jax.random.normal(sub, (8, 2)) * 2 + 1
    rms.update(obs)
    buf.add(obs)
    x = buf.sample(rng, 8)
    std = np.sqrt(rms.var + 1e-8)
    value, g = jax.value_and_grad(loss)(p, x, rms.mean, std)
    p = p - 0.1 * g
    table = table.at[i].set(obs[0])
    curve.append(value.item())
    if not np.isfinite(curve[-1]):
        raise FloatingPointError(f"loss {value}")
m = metrics_to_numpy(evaluate(p, x, rms.mean, std))
print("OBSERVED", "clean" if bool(g.any()) and m["hist"].sum() == 8 and bool(table[:4].any()) else "zero")
