# framework: tensorflow
# verdict: clean
# seen: patch moved against the loss
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
linear = keras.layers.Dense(1, use_bias=False)
victim = keras.Sequential([keras.Input((6, 6, 3)), keras.layers.Flatten(), linear])
photo = tf.image.adjust_hue(tf.random.uniform((1, 6, 6, 3)), 0.05)
photo = tf.image.adjust_saturation(photo, 1.2)
patch = tf.Variable(tf.zeros_like(photo))


def transformed(image):
    bigger = tf.image.resize(image, (12, 12), method="nearest")
    smaller = tf.nn.avg_pool2d(bigger, 2, 2, "VALID")
    return tf.image.flip_left_right(tf.image.adjust_brightness(smaller, 0.1))


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(victim(transformed(photo + patch)))
grad = tape.gradient(loss, patch).numpy()
kernel = victim.get_weights()[0].reshape(6, 6, 3)
assert np.allclose(grad[0], kernel[:, ::-1], atol=1e-5)
print("OBSERVED clean", "patch moved against the loss")
