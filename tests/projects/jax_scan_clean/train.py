import jax
import jax.numpy as jnp
import optax

from data import split, wave
from seq.cell import init_gru
from seq.unroll import chunk_loss


def main():
    params = init_gru(jax.random.PRNGKey(0), 1, 8)
    optimizer = optax.adam(1e-2)
    opt_state = optimizer.init(params)
    grad_fn = jax.jit(jax.value_and_grad(chunk_loss, has_aux=True))
    for epoch in range(3):
        state = jnp.zeros((4, 8))
        total, count = 0.0, 0
        for chunk in split(wave(48, 4), 12):
            (loss, state), grads = grad_fn(params, state, chunk)
            updates, opt_state = optimizer.update(grads, opt_state)
            params = optax.apply_updates(params, updates)
            total += loss.item()
            count += 1
        print(f"epoch {epoch} loss {total / count:.4f}")


if __name__ == "__main__":
    main()
