# framework: tensorflow
# verdict: none
# seen: upscaler gradients [None, None]
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
upscaler = keras.Sequential(
    [keras.Input((4, 4, 3)), keras.layers.Conv2DTranspose(3, 2, strides=2, activation="sigmoid")]
)
small = tf.random.uniform((1, 4, 4, 3))
large = tf.random.uniform((1, 8, 8, 3))


def to_bytes(image):
    return tf.cast(image * 255.0, tf.uint8)  # HAZARD GL403


with tf.GradientTape() as tape:
    rendered = tf.cast(to_bytes(upscaler(small)), tf.float32) / 255.0
    loss = tf.reduce_mean(tf.abs(rendered - large))
grads = tape.gradient(loss, upscaler.trainable_variables)
assert grads == [None, None]
print("OBSERVED none", "upscaler gradients", grads)
