"""How each framework writes the same small programs: everything the generator puts together, as data.

All values are vectors of three numbers, so that any expression can follow any other. `{0}` and `{1}` are names.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """The phrases of one framework, and the program around them."""

    name: str
    imports: str
    smooth: tuple[str, ...]
    """One value into another, differentiable where the programs use it."""
    pairs: tuple[str, ...]
    """Two values into one."""
    views: tuple[str, ...]
    stops: tuple[str, ...]
    """Ends a gradient and says so."""
    cuts: tuple[str, ...]
    """Ends a gradient without saying so, or raises."""
    flat: tuple[str, ...]
    """Has a derivative of zero, or none at all, although the value depends on its input."""
    writes: tuple[str, ...]
    """Statements that change a value in place, or try to."""
    pauses: tuple[str, ...]
    """Heads of blocks that are not recorded."""
    branches: tuple[str, ...]
    constant: str
    """A vector that is not differentiated."""
    layouts: tuple[str, ...]


_MATHS = (
    "2.0 * {0}",
    "{0} + 1.0",
    "{0} ** 2",
    "1.0 / (1.5 + {0} ** 2)",
    "{0} * {0}",
    "0.5 - {0}",
)
_PAIRS = ("{0} * {1}", "{0} + {1}", "{0} - {1}", "{0} / (2.0 + {1} ** 2)")

TORCH = Dialect(
    name="torch",
    imports="import numpy as np\nimport torch\nfrom torch import nn",
    smooth=(
        *_MATHS,
        "torch.sin({0})",
        "{0}.tanh()",
        "torch.sigmoid({0})",
        "(0.3 * {0}).exp()",
        "nn.functional.softplus({0})",
        "torch.softmax({0}, dim=0)",
        "{0}.cumsum(0)",
        "{0} - 0.5 * {0}.mean()",
        "torch.sqrt(1.0 + {0} ** 2)",
        "{0}.clone()",
        "torch.log1p({0} ** 2)",
        "{0} / ({0}.norm() + 1.0)",
    ),
    pairs=(
        *_PAIRS,
        "torch.stack([{0}, {1}]).mean(dim=0)",
        "torch.cat([{0}, {1}])[1:4]",
        "torch.where({0} > 0.5, {0}, {1})",
        "torch.dot({0}, {1}) * {0}",
        "torch.outer({0}, {1}).sum(dim=0)",
        "torch.atan2({0}, 2.0 + {1} ** 2)",
    ),
    views=(
        "{0}.view(3, 1).squeeze(1)",
        "{0}[:]",
        "{0}.reshape(-1)",
        "{0}.flip(0)",
        "{0}[[2, 0, 1]]",
        "{0}.unsqueeze(0)[0]",
        "{0}.expand(2, 3)[1]",
        "torch.roll({0}, 1)",
    ),
    stops=("{0}.detach()",),
    cuts=(
        "{0} * {1}.sum().item()",
        "{1} + float({0}.mean())",
        "torch.tensor({0}.tolist())",
        "torch.from_numpy(np.sin({0}.detach().numpy()))",
        "torch.as_tensor(np.tanh({0}.detach().cpu().numpy())) * {1}",
        "torch.tensor({0}.numpy())",
        "np.sin({0}.data)",
    ),
    flat=(
        "torch.round(3.0 * {0})",
        "torch.floor(4.0 * {0})",
        "({0} > 0.6).double()",
        "(5.0 * {0}).long().double()",
        "torch.sign({0} - 0.5)",
        "{0}.argsort().double()",
    ),
    writes=(
        "{0}.mul_(1.5)",
        "{0} += {1}",
        "{0} *= {1}",
        "{0}[0] = 0.25",
        "{0}[1] = {1}[0]",
        "{0}.sin_()",
        "{0}.add_({1})",
        "{0}.clamp_(min=-5.0)",
        "{0}.copy_({1})",
    ),
    pauses=("with torch.no_grad():",),
    branches=("if {0}.sum() > 0.2:", "if float({0}[0]) > 0.1:"),
    constant="torch.tensor([{values}])",
    layouts=("script", "function", "module"),
)

TAPE = Dialect(
    name="tape",
    imports="import numpy as np\nimport tensorflow as tf",
    smooth=(
        *_MATHS,
        "tf.sin({0})",
        "tf.tanh({0})",
        "tf.sigmoid({0})",
        "tf.exp(0.3 * {0})",
        "tf.nn.softplus({0})",
        "tf.nn.softmax({0})",
        "tf.cumsum({0})",
        "{0} - 0.5 * tf.reduce_mean({0})",
        "tf.sqrt(1.0 + {0} ** 2)",
        "tf.identity({0})",
        "tf.math.log1p({0} ** 2)",
        "{0} / (tf.norm({0}) + 1.0)",
        "tf.convert_to_tensor({0})",
    ),
    pairs=(
        *_PAIRS,
        "tf.reduce_mean(tf.stack([{0}, {1}]), axis=0)",
        "tf.concat([{0}, {1}], axis=0)[1:4]",
        "tf.where({0} > 0.5, {0}, {1})",
        "tf.tensordot({0}, {1}, 1) * {0}",
        "tf.add_n([{0}, {1}])",
    ),
    views=(
        "tf.reshape({0}, [3])",
        "tf.squeeze(tf.reshape({0}, [3, 1]), axis=1)",
        "tf.reverse({0}, [0])",
        "tf.gather({0}, [2, 0, 1])",
        "tf.expand_dims({0}, 0)[0]",
        "tf.roll({0}, 1, axis=0)",
    ),
    stops=("tf.stop_gradient({0})",),
    cuts=(
        "tf.constant({0}.numpy())",
        "{0} * float(tf.reduce_sum({1}))",
        "tf.convert_to_tensor(np.sin({0}))",
        "{1} * np.mean({0})",
        "tf.constant(np.tanh({0}.numpy())) + {1}",
    ),
    flat=(
        "tf.round(3.0 * {0})",
        "tf.floor(4.0 * {0})",
        "tf.cast({0} > 0.6, tf.float64)",
        "tf.cast(tf.cast(5.0 * {0}, tf.int32), tf.float64)",
        "tf.sign({0} - 0.5)",
        "tf.cast(tf.argsort({0}), tf.float64)",
    ),
    writes=(),
    pauses=("with tape.stop_recording():",),
    branches=("if tf.reduce_sum({0}) > 0.2:", "if float({0}[0]) > 0.1:"),
    constant="tf.constant([{values}], dtype=tf.float64)",
    layouts=("script", "function", "early"),
)

JAX = Dialect(
    name="jax",
    imports="import jax\nimport jax.numpy as jnp\nimport numpy as np",
    smooth=(
        *_MATHS,
        "jnp.sin({0})",
        "jnp.tanh({0})",
        "jax.nn.sigmoid({0})",
        "jnp.exp(0.3 * {0})",
        "jax.nn.softplus({0})",
        "jax.nn.softmax({0})",
        "jnp.cumsum({0})",
        "{0} - 0.5 * {0}.mean()",
        "jnp.sqrt(1.0 + {0} ** 2)",
        "jnp.log1p({0} ** 2)",
        "{0} / (jnp.linalg.norm({0}) + 1.0)",
        "{0}.at[0].set(0.25)",
        "{0}.at[1].add(0.5)",
        "jax.checkpoint(jnp.sin)({0})",
    ),
    pairs=(
        *_PAIRS,
        "jnp.stack([{0}, {1}]).mean(axis=0)",
        "jnp.concatenate([{0}, {1}])[1:4]",
        "jnp.where({0} > 0.5, {0}, {1})",
        "jnp.dot({0}, {1}) * {0}",
        "jnp.outer({0}, {1}).sum(axis=0)",
        "jax.vmap(lambda p, q: p * q)({0}, {1})",
    ),
    views=(
        "{0}.reshape(3, 1)[:, 0]",
        "{0}[::-1]",
        "{0}[jnp.array([2, 0, 1])]",
        "jnp.roll({0}, 1)",
        "jnp.expand_dims({0}, 0)[0]",
        "jnp.take({0}, jnp.array([1, 2, 0]))",
    ),
    stops=("jax.lax.stop_gradient({0})",),
    cuts=(
        "np.sin({0})",
        "{1} * float({0}.sum())",
        "jnp.asarray(np.array({0}))",
        "{1} + {0}.sum().item()",
        "jnp.array({0}.tolist())",
    ),
    flat=(
        "jnp.round(3.0 * {0})",
        "jnp.floor(4.0 * {0})",
        "({0} > 0.6).astype(float)",
        "(5.0 * {0}).astype(int).astype(float)",
        "jnp.sign({0} - 0.5)",
        "jnp.argsort({0}).astype(float)",
    ),
    writes=("{0}[0] = 0.25", "{0} += {1}", "{0} *= {1}"),
    pauses=(),
    branches=("if {0}.sum() > 0.2:", "if float({0}[0]) > 0.1:"),
    constant="jnp.array([{values}])",
    layouts=("plain", "jit", "value_and_grad"),
)

DIALECTS = {each.name: each for each in (TORCH, TAPE, JAX)}
