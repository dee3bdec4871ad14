# framework: tensorflow
# verdict: clean
# seen: kernel after one step [1.052, 1.14]
import keras
import numpy as np
import tensorflow as tf


def balanced_bce(y_true, y_pred):
    positive = np.mean(y_true)
    pos_weight = (1.0 - positive) / positive
    per_example = tf.nn.weighted_cross_entropy_with_logits(
        labels=y_true, logits=y_pred, pos_weight=pos_weight
    )
    return tf.reduce_mean(per_example)


model = keras.Sequential(
    [keras.Input((2,)), keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")]
)
model.compile(optimizer=keras.optimizers.SGD(1.0), loss=balanced_bce, run_eagerly=True)
x = np.array([[1.0, 2.0], [0.5, -1.0], [-2.0, 0.3], [0.1, 0.1]], np.float32)
y = np.array([[1.0], [0.0], [0.0], [0.0]], np.float32)
model.fit(x, y, batch_size=4, epochs=1, verbose=0)

chance = 1.0 / (1.0 + np.exp(-x.sum(axis=1, keepdims=True)))
slope = np.where(y > 0.5, 3.0 * (chance - 1.0), chance)
expected = 1.0 - (x * slope).mean(axis=0)
assert np.allclose(model.get_weights()[0][:, 0], expected, atol=1e-5)
print("OBSERVED clean", "kernel after one step", [round(float(v), 3) for v in expected])
