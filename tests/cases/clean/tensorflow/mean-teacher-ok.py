# framework: tensorflow
# verdict: clean
# seen: mean teacher inside the tape but not a source, EMA assign after the update
"""Semi-supervised mean teacher with a weight-averaged copy and a ramped consistency weight."""
import math

import keras
import numpy as np
import tensorflow as tf


def backbone():
    return keras.Sequential([keras.layers.Dense(12, activation="relu"), keras.layers.Dropout(0.2), keras.layers.Dense(3)])


class MeanTeacher(keras.Model):
    def __init__(self, decay=0.99, ramp=10):
        super().__init__()
        self.student, self.teacher = backbone(), backbone()
        self.teacher.trainable = False
        self.decay, self.ramp = decay, ramp
        self.counter = tf.Variable(0.0, trainable=False)

    def build(self, shape):
        self.student.build(shape)
        self.teacher.build(shape)
        self.teacher.set_weights(self.student.get_weights())

    def call(self, x, training=False):
        return self.student(x, training=training)

    def weight(self):
        t = tf.clip_by_value(self.counter / self.ramp, 0.0, 1.0)
        return tf.exp(-5.0 * (1.0 - t) ** 2)

    def train_step(self, data):
        x, y = data
        known = tf.cast(y >= 0, tf.float32)
        with tf.GradientTape() as tape:
            logits = self.student(x, training=True)
            guess = tf.nn.softmax(self.teacher(x, training=False))
            ce = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.maximum(y, 0), logits=logits)
            sup = tf.reduce_sum(ce * known) / tf.maximum(tf.reduce_sum(known), 1.0)
            cons = tf.reduce_mean((tf.nn.softmax(logits) - guess) ** 2)
            loss = sup + self.weight() * cons
        variables = self.student.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        for t, s in zip(self.teacher.weights, self.student.weights):
            t.assign(self.decay * t + (1 - self.decay) * s)
        self.counter.assign_add(1.0)
        return {"loss": loss, "cons": cons}


class CosineRate(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.optimizer.learning_rate = 1e-2 * 0.5 * (1 + math.cos(math.pi * epoch / 3))


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(48, 4)).astype("float32"), rng.integers(-1, 3, 48)
    m = MeanTeacher()
    m.compile(optimizer=keras.optimizers.Adam(1e-2))
    m.build((None, 4))
    old = m.student.get_weights()
    m.fit(x, y, epochs=2, batch_size=16, verbose=0, callbacks=[CosineRate()])
    assert len(old) == 4 and all(np.abs(a - b).max() > 0 for a, b in zip(old, m.student.get_weights()))
