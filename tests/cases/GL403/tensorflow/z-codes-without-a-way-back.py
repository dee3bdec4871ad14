# framework: tensorflow
# verdict: none
# seen: the encoder gets no gradient
import tensorflow as tf


class Codes(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encoder = tf.keras.layers.Dense(3)
        self.decoder = tf.keras.layers.Dense(5)
        self.book = self.add_weight(shape=(8, 3), initializer="random_normal", name="book")

    def call(self, x):
        distance = tf.reduce_sum((self.encoder(x)[:, None] - self.book[None]) ** 2, -1)
        return self.decoder(tf.gather(self.book, tf.argmin(distance, -1)))  # HAZARD GL403


model = Codes()
optimizer = tf.keras.optimizers.Adam()
x = tf.random.normal((4, 5))
model(x)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean((model(x) - x) ** 2)
slopes = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients([(each, v) for each, v in zip(slopes, model.trainable_variables) if each is not None])
assert sum(each is None for each in slopes) == 2
print("OBSERVED none")
