# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'NoneType' object has no attribute
"""Adversarial weight search with tapes prepared in a pool."""
import dataclasses

import keras
import tensorflow as tf


@dataclasses.dataclass
class Attack:
    model: keras.Model
    eps: float = 0.1
    steps: int = 3

    def _tape(self, x):
        tape = tf.GradientTape()
        tape.watch(x)  # HAZARD GL304
        return tape

    def __call__(self, x, y):
        adv = tf.identity(x)
        for _ in range(self.steps):
            tape = self._tape(adv)
            with tape:
                loss = keras.losses.sparse_categorical_crossentropy(y, self.model(adv), from_logits=True)
            adv = adv + self.eps * tf.sign(tape.gradient(loss, adv))
            adv = tf.clip_by_value(adv, x - self.eps, x + self.eps)
        return adv


if __name__ == "__main__":
    model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
    Attack(model)(tf.ones((2, 4)), tf.constant([0, 2]))
