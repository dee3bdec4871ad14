# framework: tensorflow
# verdict: clean
# seen: one step of MAML: the loss of the clone reaches the weights that its own were made from
import tensorflow as tf

tf.random.set_seed(0)


class Learner:
    def __init__(self):
        self.model = tf.keras.Sequential(
            [
                tf.keras.Input((2,)),
                tf.keras.layers.Dense(3, use_bias=False),
                tf.keras.layers.Dense(1, use_bias=False),
            ]
        )
        self.fast = tf.keras.models.clone_model(self.model)
        self.optimizer = tf.keras.optimizers.SGD(0.01)

    def moved(self, gradients):
        for at, gradient in enumerate(gradients):
            self.fast.layers[at]._kernel = self.model.layers[at].kernel - 0.1 * gradient

    def step(self, x, y):
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                before = tf.reduce_mean((self.model(x) - y) ** 2)
            self.moved(inner.gradient(before, self.model.trainable_variables))
            after = tf.reduce_mean((self.fast(x) - y) ** 2)
        wanted = outer.gradient(after, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(wanted, self.model.trainable_variables))
        return wanted


found = Learner().step(tf.random.normal((6, 2)), tf.random.normal((6, 1)))
print([tf.reduce_sum(tf.abs(each)).numpy() for each in found])
assert all(each is not None for each in found)
