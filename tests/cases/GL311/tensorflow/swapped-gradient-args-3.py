# framework: tensorflow
# verdict: none
# seen: tape.gradient(variables, loss) is None
"""A tiny trainer class whose helper has its arguments in the other order than the tape."""
from typing import Callable, Sequence

import tensorflow as tf


class Polynomial(tf.Module):
    def __init__(self, degree):
        super().__init__()
        self.coeffs = tf.Variable(tf.zeros((degree + 1,)))

    def __call__(self, x):
        powers = tf.stack([x**k for k in range(self.coeffs.shape[0])], axis=-1)
        return tf.linalg.matvec(powers, self.coeffs)


class Trainer:
    def __init__(self, model: tf.Module, loss: Callable, rate: float = 0.1):
        self.model, self.loss, self.rate = model, loss, rate
        self.log: list[float] = []

    @property
    def params(self) -> Sequence[tf.Variable]:
        return self.model.trainable_variables

    def step(self, x, y):
        with tf.GradientTape() as tape:
            error = self.loss(y, self.model(x))
        grads = tape.gradient(self.params, error)  # HAZARD GL311
        self.log.append(float(error))
        if grads is None:
            return False
        for p, g in zip(self.params, grads):
            p.assign_sub(self.rate * g)
        return True


def mse(y, p):
    return tf.reduce_mean(tf.square(y - p))


if __name__ == "__main__":
    x = tf.linspace(-1.0, 1.0, 20)
    trainer = Trainer(Polynomial(3), mse)
    assert not any(trainer.step(x, tf.sin(3 * x)) for _ in range(3))
    assert len(set(trainer.log)) == 1
