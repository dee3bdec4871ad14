# framework: jax
# verdict: clean
# seen: keys come from a momentum encoder under stop_gradient; the queue is written functionally
"""Momentum contrast: key encoder by EMA, ring-buffer queue, InfoNCE."""
import dataclasses
from functools import partial

import jax
import jax.numpy as jnp
import optax


@partial(jax.tree_util.register_dataclass, data_fields=["query", "key", "queue", "ptr", "opt"], meta_fields=["tau"])
@dataclasses.dataclass
class Moco:
    query: dict
    key: dict
    queue: jax.Array
    ptr: jax.Array
    opt: optax.OptState
    tau: float = 0.2

    def replace(self, **changes):
        return dataclasses.replace(self, **changes)


def encode(params, x):
    h = jax.nn.relu(x @ params["w1"]) @ params["w2"]
    return h * jax.lax.rsqrt(jnp.sum(h**2, axis=-1, keepdims=True) + 1e-6)


def augment(key, x):
    kn, kf = jax.random.split(key)
    flip = jax.random.bernoulli(kf, 0.5, (len(x), 1))
    return jnp.where(flip, x[:, ::-1], x) + 0.1 * jax.random.normal(kn, x.shape)


def info_nce(query_params, key_params, queue, tau, v1, v2):
    q = encode(query_params, v1)
    k = jax.lax.stop_gradient(encode(key_params, v2))
    positive = jnp.sum(q * k, axis=-1, keepdims=True)
    negative = q @ queue.T
    logits = jnp.concatenate([positive, negative], -1) / tau
    labels = jnp.zeros(len(logits), dtype=jnp.int32)
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()
    accuracy = jnp.mean(logits.argmax(-1) == labels)
    return loss, (k, accuracy)


tx = optax.chain(optax.add_decayed_weights(1e-4), optax.sgd(0.05, momentum=0.9))


@partial(jax.jit, donate_argnums=0)
def step(state, rng, x):
    k1, k2 = jax.random.split(rng)
    (loss, (keys, acc)), grads = jax.value_and_grad(info_nce, has_aux=True)(
        state.query, state.key, state.queue, state.tau, augment(k1, x), augment(k2, x)
    )
    updates, opt = tx.update(grads, state.opt, state.query)
    query = optax.apply_updates(state.query, updates)
    key = jax.tree.map(lambda a, b: 0.99 * a + 0.01 * b, state.key, query)
    queue = jax.lax.dynamic_update_slice(state.queue, keys, (state.ptr, 0))
    ptr = (state.ptr + len(x)) % len(state.queue)
    return state.replace(query=query, key=key, queue=queue, ptr=ptr, opt=opt), {"loss": loss, "acc": acc, "norm": optax.global_norm(grads)}


def main(steps=5):
    k = jax.random.split(jax.random.PRNGKey(0), 5)
    query = {"w1": jax.random.normal(k[0], (6, 12)), "w2": jax.random.normal(k[1], (12, 4))}
    queue = jax.random.normal(k[2], (32, 4))
    queue = queue / jnp.linalg.norm(queue, axis=1, keepdims=True)
    state = Moco(query, jax.tree.map(jnp.copy, query), queue, jnp.array(0), tx.init(query))
    log = []
    for rng in jax.random.split(k[3], steps):
        state, metrics = step(state, rng, jax.random.normal(k[4], (8, 6)))
        log.append({name: float(v) for name, v in metrics.items()})
    return state, log


if __name__ == "__main__":
    state, log = main()
    assert all(m["norm"] > 0 for m in log) and int(state.ptr) == 8
