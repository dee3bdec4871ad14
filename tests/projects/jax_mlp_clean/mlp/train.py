from functools import partial

import jax
import jax.numpy as jnp
import optax

from mlp import apply_mlp, create_state, init_params
from mlp.state import apply_gradients

optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(1e-2))


def loss_fn(params, x, y, key):
    logits = apply_mlp(params, x, key=key, rate=0.1)
    loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
    accuracy = jnp.mean(jnp.argmax(logits, axis=-1) == y)
    return loss, {"accuracy": accuracy}


@partial(jax.jit, static_argnames="decay")
def train_step(state, x, y, key, decay=0.9):
    (loss, aux), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params, x, y, key)
    return apply_gradients(state, grads, optimizer, decay), loss, aux


def main():
    key = jax.random.PRNGKey(0)
    x = jax.random.normal(key, (96, 4))
    y = jnp.argmax(x[:, :3], axis=1)
    state = create_state(init_params(key, (4, 16, 3)), optimizer)
    history = []
    for i in range(20):
        state, loss, aux = train_step(state, x, y, jax.random.fold_in(key, i))
        history.append(float(loss))
    test = jnp.mean(jnp.argmax(apply_mlp(state.average, x), -1) == y)
    print(f"loss {history[-1]:.4f} accuracy {aux['accuracy']:.3f} averaged {test.item():.3f}")


if __name__ == "__main__":
    main()
