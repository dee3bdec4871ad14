# framework: tensorflow
# verdict: wrong
# seen: the step is 32768 times too small
import tensorflow as tf
from tensorflow import keras


class Loop:
    def __init__(self):
        self.net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
        self.optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1))

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(x) - y) ** 2)
        grads = tape.gradient(loss, self.net.trainable_variables)  # HAZARD GL610
        self.optimizer.apply_gradients(zip(grads, self.net.trainable_variables))
        return float(loss)


keras.utils.set_random_seed(0)
loop = Loop()
losses = [loop.step(tf.ones((4, 3)), 5 * tf.ones((4, 1))) for _ in range(5)]
assert losses[-1] > 0.99 * losses[0]
print("OBSERVED wrong")
