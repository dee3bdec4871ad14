# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras


class EMA(keras.layers.Layer):
    def __init__(self, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.steps = tf.Variable(0, trainable=False, dtype=tf.int64)
        self.mean = tf.Variable(0.0, trainable=False)

    def build(self, shape):
        self.gamma = self.add_weight(shape=(shape[-1],), initializer="ones", name="gamma")
        self.moving = self.add_weight(shape=(shape[-1],), initializer="zeros", trainable=False)

    def call(self, x, training=False):
        if training:
            self.moving.assign(self.momentum * self.moving + (1 - self.momentum) * tf.reduce_mean(x, 0))
        return (x - tf.stop_gradient(self.moving)) * self.gamma


class Affine(tf.Module):
    def __init__(self, dim):
        super().__init__()
        self.w = tf.Variable(tf.ones(dim))
        self.b = tf.Variable(tf.zeros(dim))

    @tf.function
    def __call__(self, x):
        return x * self.w + self.b


keras.utils.set_random_seed(0)
layer, affine = EMA(), Affine(3)
x = tf.random.normal((4, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(affine(layer(x, training=True)) ** 2)
variables = layer.trainable_variables + list(affine.trainable_variables)
grads = tape.gradient(loss, variables)
print("OBSERVED", "clean" if len(variables) == 3 and all(g is not None for g in grads) else "wrong")
