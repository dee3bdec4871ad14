# framework: tensorflow
# verdict: clean
# seen: head first, then backbone; all variables of a phase receive gradients
"""Phased fine-tuning under a distribution strategy, discriminative rates, several optimisers in a loop."""
import enum
from contextlib import ExitStack

import keras
import numpy as np
import tensorflow as tf


class Phase(enum.Enum):
    HEAD = "head"
    ALL = "all"


class Classifier(keras.Model):
    def __init__(self, classes=3):
        super().__init__()
        self.backbone = keras.Sequential(
            [keras.Input((4,)), keras.layers.Dense(8, "relu"), keras.layers.BatchNormalization(), keras.layers.Dense(6, "relu")]
        )
        self.dropout = keras.layers.Dropout(0.1)
        self.head = keras.layers.Dense(classes)
        self.head.build((None, 6))

    def call(self, x, training=False, freeze=False):
        h = self.backbone(x, training=training and not freeze)
        if freeze:
            h = tf.stop_gradient(h)
        return self.head(self.dropout(h, training=training))

    def groups(self, phase: Phase):
        groups = {"head": self.head.trainable_variables}
        if phase is Phase.ALL:
            groups["backbone"] = self.backbone.trainable_variables
        return groups


class Trainer:
    def __init__(self, strategy=None, rates=None):
        self.strategy = strategy or tf.distribute.get_strategy()
        with self.strategy.scope():
            self.model = Classifier()
            self.optimizers = {k: keras.optimizers.Adam(r) for k, r in (rates or {"head": 1e-2, "backbone": 1e-3}).items()}
            self.loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
        self.grads = {}

    def replica_step(self, x, y, phase):
        groups = self.model.groups(phase)
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True, freeze=phase is Phase.HEAD)
            loss = tf.nn.compute_average_loss(self.loss(y, logits), global_batch_size=len(x))
        grads = tape.gradient(loss, groups)
        for name, variables in groups.items():
            self.optimizers[name].apply_gradients(zip(grads[name], variables))
        self.grads = grads
        return loss

    def run(self, dataset, phase, epochs=1):
        total = []
        for _ in range(epochs):
            for x, y in dataset:
                per_replica = self.strategy.run(self.replica_step, args=(x, y, phase))
                total.append(self.strategy.reduce(tf.distribute.ReduceOp.SUM, per_replica, axis=None).numpy())
        return total

    def evaluate(self, dataset):
        hits = [tf.equal(tf.argmax(self.model(x), -1), y).numpy() for x, y in dataset]
        return float(np.mean(np.concatenate(hits)))


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    rng = np.random.default_rng(0)
    x = rng.normal(size=(48, 4)).astype("float32")
    y = np.argmax(x[:, :3], -1)
    ds = tf.data.Dataset.from_tensor_slices((x, y)).batch(16)
    trainer = Trainer()
    with ExitStack() as stack:
        stack.callback(lambda: trainer.grads.clear())
        frozen = trainer.model.backbone.get_weights()
        trainer.run(ds, Phase.HEAD, epochs=2)
        assert all(np.array_equal(a, b) for a, b in zip(frozen, trainer.model.backbone.get_weights()))
        losses = trainer.run(ds, Phase.ALL, epochs=6)
        assert all(g is not None for group in trainer.grads.values() for g in group)
    assert np.mean(losses[-3:]) < np.mean(losses[:3])
    assert trainer.evaluate(ds) > 0.2
