# framework: tensorflow
# verdict: raises
# seen: LookupError: gradient registry has no entry for: ResizeArea
import tensorflow as tf
from tensorflow import keras


class SuperResolution(keras.Model):
    def __init__(self):
        super().__init__()
        self.conv = keras.layers.Conv2D(4, 3, padding="same")

    def call(self, low):
        return tf.nn.depth_to_space(self.conv(low), 2)


def cycle_loss(low, high):
    back = tf.image.resize(high, low.shape[1:3], method="area")  # HAZARD GL404
    return tf.reduce_mean(tf.abs(back - low))


model = SuperResolution()
low = tf.random.uniform((2, 4, 4, 1))
with tf.GradientTape() as tape:
    loss = cycle_loss(low, model(low))
print(tape.gradient(loss, model.trainable_variables))
