# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
features = keras.Sequential([keras.Input((8, 8, 3)), keras.layers.Conv2D(4, 3), keras.layers.GlobalAveragePooling2D()])


class StyleTransfer:
    def __init__(self, content):
        self.image = tf.Variable(content, trainable=False)
        self.opt = keras.optimizers.Adam(0.02)

    def step(self, style):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((features(self.image) - style) ** 2)
        grad = tape.gradient(loss, self.image)  # HAZARD GL307
        self.opt.apply_gradients([(grad, self.image)])


StyleTransfer(tf.random.uniform((1, 8, 8, 3))).step(tf.zeros((1, 4)))
