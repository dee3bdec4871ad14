# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras


class Linear(keras.layers.Layer):
    def __init__(self, units=4, **kw):
        super().__init__(**kw)
        self.units = units

    def build(self, shape):
        self.w = self.add_weight(shape=(shape[-1], self.units), initializer="random_normal", trainable=True)
        self.b = self.add_weight(shape=(self.units,), initializer="zeros")
        self.count = self.add_weight(shape=(), initializer="zeros", trainable=False)

    def call(self, x):
        self.count.assign_add(1.0)
        return tf.matmul(x, self.w) + self.b


class ActivityReg(keras.layers.Layer):
    def __init__(self, rate=1e-2):
        super().__init__()
        self.rate = rate

    def call(self, x):
        self.add_loss(self.rate * tf.reduce_mean(tf.abs(x)))
        return x


class RunningNorm(keras.layers.Layer):
    def build(self, shape):
        self.mean = self.add_weight(shape=shape[-1:], initializer="zeros", trainable=False)
        self.gamma = self.add_weight(shape=shape[-1:], initializer="ones")

    def call(self, x, training=False):
        if training:
            m = tf.reduce_mean(x, 0)
            self.mean.assign(0.9 * self.mean + 0.1 * tf.stop_gradient(m))
        else:
            m = self.mean
        return self.gamma * (x - m)


class Stack(keras.Model):
    def __init__(self, depth=2):
        super().__init__()
        self.blocks = [Linear(4) for _ in range(depth)]
        self.extra = {"reg": ActivityReg(), "norm": RunningNorm()}
        self.scale = tf.Variable(1.0, name="scale")
        self.head = Linear(1)

    def call(self, x, training=False):
        for block in self.blocks:
            x = tf.nn.relu(block(x))
        x = self.extra["norm"](self.extra["reg"](x), training=training)
        return self.head(x) * self.scale


keras.utils.set_random_seed(0)
model = Stack()
x, y = tf.random.normal((6, 3)), tf.random.normal((6, 1))
with tf.GradientTape() as tape:
    out = model(x, training=True)
    loss = tf.reduce_mean(tf.square(out - y)) + tf.add_n(model.losses)
    loss += 1e-3 * tf.add_n([tf.nn.l2_loss(v) for v in model.trainable_variables if v.shape.rank > 1])
g = tape.gradient(loss, model.trainable_variables + [model.scale])
print("OBSERVED", "clean" if all(v is not None for v in g) and float(model.head.count) == 1 else "none")
