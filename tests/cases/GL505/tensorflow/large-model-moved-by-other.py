# framework: tensorflow
# verdict: wrong
# seen: the gradients of the encoder are added to the weights of the generator
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
x = tf.random.normal((3, 2))
with tf.GradientTape(persistent=True) as tape:
    loss = tf.reduce_mean((generator(encoder(x)) - x) ** 2)
gradients = tape.gradient(loss, encoder.trainable_variables)
right = tape.gradient(loss, generator.trainable_variables)
optimizer.apply_gradients(zip(gradients, generator.trainable_variables))  # HAZARD GL505
assert any(float(tf.reduce_max(tf.abs(a - b))) > 1e-6 for a, b in zip(gradients, right))
