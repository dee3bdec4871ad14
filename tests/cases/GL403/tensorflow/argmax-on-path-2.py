# framework: tensorflow
# verdict: none
# seen: detector gradients [None, None]
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

keras.utils.set_random_seed(3)
inputs = keras.Input((8, 8, 1))
heat = layers.Conv2D(1, 3, padding="same")(inputs)
detector = keras.Model(inputs, heat)


def peak_xy(heatmap):
    batch, height, width, _ = heatmap.shape
    flat = tf.reshape(heatmap, (batch, height * width))
    peak = tf.argmax(flat, axis=1, output_type=tf.int32)  # HAZARD GL403
    return tf.cast(tf.stack([peak % width, peak // width], axis=1), tf.float32)


images = tf.random.normal((2, 8, 8, 1))
keypoints = tf.constant([[3.0, 4.0], [6.0, 1.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(peak_xy(detector(images)) - keypoints))
grads = tape.gradient(loss, detector.trainable_variables)
assert grads == [None, None]
print("OBSERVED none", "detector gradients", grads)
