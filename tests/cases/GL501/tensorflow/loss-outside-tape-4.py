# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class Agent:
    def __init__(self):
        self.net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
        self.opt = keras.optimizers.Adam(1e-2)

    def learn(self, s, a, ret):
        with tf.GradientTape() as tape:
            logp = tf.nn.log_softmax(self.net(s))
            chosen = tf.gather(logp, a, batch_dims=1)
        loss = -tf.reduce_mean(chosen * ret)  # HAZARD GL501
        grads = tape.gradient(loss, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))


Agent().learn(tf.random.normal((4, 3)), tf.constant([0, 1, 1, 0]), tf.ones(4))
