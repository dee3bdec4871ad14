# framework: tensorflow
# verdict: raises
# seen: RuntimeError: A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class GAN:
    def __init__(self):
        self.g = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])
        self.d = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
        self.go, self.do = keras.optimizers.Adam(), keras.optimizers.Adam()

    def apply(self, tape, loss, net, opt):
        grads = tape.gradient(loss, net.trainable_variables)  # HAZARD GL502
        opt.apply_gradients(zip(grads, net.trainable_variables))

    def step(self, z, real):
        with tf.GradientTape() as tape:
            fake = self.g(z)
            g_loss = -tf.reduce_mean(self.d(fake))
            d_loss = tf.reduce_mean(self.d(tf.stop_gradient(fake))) - tf.reduce_mean(self.d(real))
        self.apply(tape, d_loss, self.d, self.do)
        self.apply(tape, g_loss, self.g, self.go)


GAN().step(tf.random.normal((4, 2)), tf.random.normal((4, 3)))
