# framework: tensorflow
# verdict: clean
# seen: generator and encoder are moved together, each by its own gradients
import tensorflow as tf

tf.random.set_seed(0)


class Stack(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.steps = [tf.keras.layers.Dense(2) for _ in range(12)]
        self.norms = [tf.keras.layers.LayerNormalization() for _ in range(12)]

    def call(self, x):
        for dense, norm in zip(self.steps, self.norms):
            x = x + norm(dense(x))
        return x


generator, encoder = Stack(), Stack()
optimizer = tf.keras.optimizers.SGD(0.01)
for _ in range(2):
    x = tf.random.normal((3, 2))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((generator(encoder(x)) - x) ** 2)
    both = generator.trainable_variables + encoder.trainable_variables
    gradients = tape.gradient(loss, both)
    optimizer.apply_gradients(zip(gradients, generator.trainable_variables + encoder.trainable_variables))
assert len(gradients) > 40 and all(each is not None for each in gradients)
