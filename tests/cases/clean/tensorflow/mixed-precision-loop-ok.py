# framework: tensorflow
# verdict: clean
# seen: LossScaleOptimizer, scale_loss inside the tape, all weights move
"""Custom loop in float16 with dynamic loss scaling."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers, mixed_precision

mixed_precision.set_global_policy("mixed_float16")
inp = keras.Input((8,))
x = layers.Dense(16, activation="relu")(inp)
x = layers.Dense(4)(x)
out = layers.Activation("softmax", dtype="float32")(x)
model = keras.Model(inp, out)
optimizer = mixed_precision.LossScaleOptimizer(keras.optimizers.Adam(1e-3), initial_scale=2.0 ** 10, dynamic_growth_steps=20)
loss_fn = keras.losses.SparseCategoricalCrossentropy()
acc = keras.metrics.SparseCategoricalAccuracy()
mixed_precision.set_global_policy("float32")


@tf.function
def train_step(features, labels):
    with tf.GradientTape() as tape:
        probs = model(features, training=True)
        loss = loss_fn(labels, probs)
        scaled = optimizer.scale_loss(loss)
    grads = tape.gradient(scaled, model.trainable_variables)
    optimizer.apply(grads, model.trainable_variables)
    acc.update_state(labels, probs)
    return loss, grads


def main(steps=4):
    rng = np.random.default_rng(0)
    for _ in range(steps):
        feats = rng.normal(size=(32, 8)).astype("float16")
        labels = np.argmax(feats[:, :4], axis=1)
        loss, grads = train_step(feats, labels)
    return float(loss), grads, float(acc.result())


if __name__ == "__main__":
    optimizer.build(model.trainable_variables)
    start = [w.numpy().copy() for w in model.trainable_variables]
    loss, grads, accuracy = main()
    assert np.isfinite(loss) and all(g is not None for g in grads)
    assert all(np.abs(a - b.numpy()).max() > 0 for a, b in zip(start, model.trainable_variables))
