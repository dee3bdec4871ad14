# framework: jax
# verdict: clean
# seen: GAN with stop_gradient on the other player, R1 penalty by grad of grad
import jax
import jax.numpy as jnp
import numpy as np
import optax


def mlp(key, *sizes):
    ks = jax.random.split(key, len(sizes))
    return [dict(w=jax.random.normal(k, (i, o)) * i ** -0.5, b=jnp.zeros(o)) for k, i, o in zip(ks, sizes, sizes[1:])]


def run(params, x):
    *body, last = params
    for layer in body:
        x = jax.nn.leaky_relu(x @ layer["w"] + layer["b"], 0.2)
    return x @ last["w"] + last["b"]


def d_loss(d, g, real, z):
    fake = jax.lax.stop_gradient(run(g, z))
    score = lambda x: run(d, x)[0]
    slopes = jax.vmap(jax.grad(score))(real)
    r1 = jnp.mean(jnp.sum(slopes ** 2, axis=-1))
    return jnp.mean(jax.nn.softplus(run(d, fake))) + jnp.mean(jax.nn.softplus(-run(d, real))) + 5.0 * r1


def g_loss(g, d, z):
    return jnp.mean(jax.nn.softplus(-run(jax.lax.stop_gradient(d), run(g, z))))


class GAN:
    def __init__(self, seed=0):
        kd, kg, self.key = jax.random.split(jax.random.PRNGKey(seed), 3)
        self.nets = {"d": mlp(kd, 2, 16, 1), "g": mlp(kg, 3, 16, 2)}
        self.tx = optax.adam(2e-3, b1=0.5)
        self.states = {k: self.tx.init(v) for k, v in self.nets.items()}
        self._grads = {"d": jax.jit(jax.grad(d_loss)), "g": jax.jit(jax.grad(g_loss))}
        self.last = {}

    def _apply(self, name, grads):
        upd, self.states[name] = self.tx.update(grads, self.states[name])
        self.nets[name] = optax.apply_updates(self.nets[name], upd)
        self.last[name] = grads

    def step(self, real):
        self.key, k1, k2 = jax.random.split(self.key, 3)
        z1, z2 = (jax.random.normal(k, (len(real), 3)) for k in (k1, k2))
        self._apply("d", self._grads["d"](self.nets["d"], self.nets["g"], real, z1))
        self._apply("g", self._grads["g"](self.nets["g"], self.nets["d"], z2))

    def sample(self, n):
        self.key, k = jax.random.split(self.key)
        return np.asarray(run(self.nets["g"], jax.random.normal(k, (n, 3))))


def train(steps=3):
    gan, rng = GAN(), np.random.default_rng(0)
    for _ in range(steps):
        gan.step(rng.normal(loc=2.0, size=(16, 2)).astype(np.float32))
    return gan


if __name__ == "__main__":
    gan = train()
    assert gan.sample(4).shape == (4, 2)
    assert all(float(jnp.abs(g).max()) > 0 for g in jax.tree.leaves(gan.last))
