"""A list of names that says where they come from, so that a test can look whether they are still there."""

from __future__ import annotations


class Names(frozenset[str]):
    """Names that a program uses and a library has given."""

    __slots__ = ("homes",)
    homes: tuple[str, ...]


def names(homes: str, words: str) -> Names:
    """Each word is an attribute of one of the `homes`, or the whole name of something.

    `f()` is a home for the names of its parameters. Two homes are special: the words of `own` belong to gradlint,
    those of `none` cannot be looked up anywhere.
    """
    made = Names(words.split())
    made.homes = tuple(homes.split())
    return made


NOT_THERE: dict[str, str] = {
    "tf.Session": "tensorflow before 2.0",
    "asscalar": "numpy before 1.23",
    "jax.ad_checkpoint.checkpoint": "earlier versions of jax",
    "jax.tree_leaves": "earlier versions of jax",
    "jax.tree_map": "earlier versions of jax",
    "keras.backend.batch_get_value": "keras before 3",
    "keras.backend.get_value": "keras before 3",
    "peft.mapping.get_peft_model": "earlier versions of peft",
    "tf.app": "tensorflow before 2",
    "tf.flags": "tensorflow before 2",
    "tf.gfile": "tensorflow before 2",
    "tf.logging": "tensorflow before 2",
    "tf.py_func": "tensorflow before 2",
    "float_": "numpy before 2.0",
    "tf.placeholder": "tensorflow before 2.0",
    "names": "torch before 2.13, whose tensors could have named dimensions",
    "rename_": "torch before 2.13, whose tensors could have named dimensions",
    "weak_type": "arrays of JAX that are traced; no class declares it",
    "enable_gradient_checkpointing": "models of diffusers, which is not a dependency of the tests",
    "generation_config": "set when a pretrained model is made; no class declares it",
    "name_or_path": "set when a pretrained model is made; no class declares it",
}
"""Words that the installed versions do not have, and who has them."""
