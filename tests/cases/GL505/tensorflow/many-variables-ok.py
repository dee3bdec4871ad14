# framework: tensorflow
# verdict: clean
# seen: all 56 variables get their own gradients
import tensorflow as tf

tf.random.set_seed(0)


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.first, self.second = tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)
        self.third, self.fourth = tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)
        self.norm = tf.keras.layers.LayerNormalization()

    def call(self, x):
        return x + self.norm(self.fourth(self.third(self.second(self.first(x)))))


class Tower(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.blocks = [Block() for _ in range(11)]
        self.head = tf.keras.layers.Dense(1)

    def call(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


def step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return gradients


tower, sgd = Tower(), tf.keras.optimizers.SGD(0.01)
for _ in range(2):
    found = step(tower, sgd, tf.random.normal((4, 3)), tf.random.normal((4, 1)))
assert len(found) > 40 and all(each is not None for each in found)
