# framework: jax
# verdict: clean
# seen: query gradient (4, 4)
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def attention_energy(params, tokens):
    query = np.reshape(tokens @ params["q"], (5, 2, 2))
    scale = np.sqrt(tokens.shape[-1])
    heads = np.transpose(query, (1, 0, 2))
    scores = jnp.einsum("hik,hjk->hij", heads, heads) / scale
    centred = scores - np.mean(scores, axis=-1, keepdims=True)
    return np.sum(centred**2) * np.float32(0.5) / np.pi


tokens = jnp.asarray(np.random.default_rng(1).normal(size=(5, 4)), dtype=jnp.float32)
params = {"q": jnp.eye(4) + 0.1}
grads = jax.grad(attention_energy)(params, tokens)["q"]

step = np.zeros((4, 4), np.float32)
step[1, 2] = 1e-2
high = attention_energy({"q": params["q"] + step}, tokens)
low = attention_energy({"q": params["q"] - step}, tokens)
assert abs(float(grads[1, 2]) - float(high - low) / 2e-2) < 2e-2 * abs(float(grads[1, 2])) + 1e-3
print("OBSERVED clean", "query gradient", grads.shape)
