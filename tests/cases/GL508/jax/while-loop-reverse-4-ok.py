# framework: jax
# verdict: clean
# seen: gradient as expected
import jax
import jax.numpy as jnp
import numpy as np
import optax


def init_lstm(key, n_in, n_h):
    k1, k2 = jax.random.split(key)
    return {"wx": jax.random.normal(k1, (n_in, 4 * n_h)) * 0.2, "wh": jax.random.normal(k2, (n_h, 4 * n_h)) * 0.2, "b": jnp.zeros(4 * n_h)}


def lstm(p, carry, x):
    h, c = carry
    i, f, g, o = jnp.split(x @ p["wx"] + h @ p["wh"] + p["b"], 4, -1)
    c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    h = jax.nn.sigmoid(o) * jnp.tanh(c)
    return (h, c), h


def unroll(p, xs, carry, lengths):
    def step(carry, inp):
        t, x = inp
        new, h = lstm(p["cell"], carry, x)
        keep = (t < lengths)[:, None]
        carry = jax.tree.map(lambda n, o: jnp.where(keep, n, o), new, carry)
        return carry, h
    ts = jnp.arange(xs.shape[0])
    carry, hs = jax.lax.scan(jax.checkpoint(step), carry, (ts, xs))
    return carry, hs @ p["out"]


def loss(p, xs, ys, lengths, carry):
    carry, logits = unroll(p, xs, carry, lengths)
    ce = optax.softmax_cross_entropy_with_integer_labels(logits, ys)
    mask = jnp.arange(xs.shape[0])[:, None] < lengths[None]
    return (ce * mask).sum() / mask.sum(), carry


key = jax.random.PRNGKey(1)
p = {"cell": init_lstm(key, 3, 5), "out": 0.1 * jax.random.normal(key, (5, 4))}
tx = optax.sgd(0.1, momentum=0.9)
s = tx.init(p)
grad_fn = jax.jit(jax.value_and_grad(loss, has_aux=True))
carry = (jnp.zeros((2, 5)), jnp.zeros((2, 5)))
lengths = jnp.array([4, 6])
log = []
for i in range(3):
    xs = jax.random.normal(jax.random.fold_in(key, i), (6, 2, 3))
    ys = jnp.zeros((6, 2), jnp.int32)
    carry = jax.lax.stop_gradient(carry)
    (value, carry), g = grad_fn(p, xs, ys, lengths, carry)
    u, s = tx.update(g, s)
    p = optax.apply_updates(p, u)
    log.append(np.asarray(value))


def generate(p, key, n=5):
    def cond(st):
        return st[0] < n

    def body(st):
        i, carry, x, key = st
        key, sub = jax.random.split(key)
        carry, h = lstm(p["cell"], carry, x)
        tok = jax.random.categorical(sub, h @ p["out"])
        return i + 1, carry, jax.nn.one_hot(tok, 3), key

    return jax.lax.while_loop(cond, body, (0, (jnp.zeros((1, 5)), jnp.zeros((1, 5))), jnp.zeros((1, 3)), key))[0]


print("OBSERVED", "clean" if bool(g["cell"]["wh"].any()) and int(generate(p, key)) == 5 and np.isfinite(log).all() else "zero")
