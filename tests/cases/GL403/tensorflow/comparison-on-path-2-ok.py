# framework: tensorflow
# verdict: clean
# seen: kernel after one step [0.9, 0.867]
import keras
import numpy as np
import tensorflow as tf


def masked_hinge(y_true, y_pred):
    known = tf.cast(tf.not_equal(y_true, 0.0), tf.float32)
    margin = 1.0 - y_true * y_pred
    violated = tf.cast(margin > 0.0, tf.float32)
    return tf.reduce_sum(known * violated * margin) / tf.reduce_sum(known)


inputs = keras.Input((2,))
score = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
model = keras.Model(inputs, score(inputs))
model.compile(optimizer=keras.optimizers.SGD(1.0), loss=masked_hinge)
x = np.array([[0.2, 0.1], [1.0, 2.0], [0.5, 0.5], [9.0, 9.0]], np.float32)
y = np.array([[1.0], [1.0], [-1.0], [0.0]], np.float32)
model.fit(x, y, batch_size=4, epochs=1, verbose=0)

expected = 1.0 - (-x[0] + x[2]) / 3.0
assert np.allclose(score.get_weights()[0][:, 0], expected, atol=1e-5)
print("OBSERVED clean", "kernel after one step", [round(float(v), 3) for v in expected])
