# framework: tensorflow
# verdict: clean
# seen: temperature gradient -0.331
import numpy as np
import tensorflow as tf

temperature = tf.Variable(1.5)
raw = np.array([[2.0, 0.5, -1.0], [0.1, 0.2, 3.0]], np.float32)
labels = [0, 1]


def calibration_loss():
    logits = tf.constant(raw)
    prior = tf.constant([0.1, 0.0, -0.1])
    scaled = tf.constant(logits / temperature) + prior
    picked = tf.gather(tf.nn.log_softmax(scaled), labels, batch_dims=1)
    return -tf.reduce_mean(picked)


with tf.GradientTape() as tape:
    loss = calibration_loss()
grad = float(tape.gradient(loss, temperature))
temperature.assign(1.51)
high = float(calibration_loss())
temperature.assign(1.49)
low = float(calibration_loss())
assert abs(grad - (high - low) / 0.02) < 1e-3
print("OBSERVED clean", "temperature gradient", round(grad, 3))
