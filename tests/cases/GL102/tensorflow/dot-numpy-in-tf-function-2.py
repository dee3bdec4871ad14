# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'SymbolicTensor' object has no attribute 'numpy'
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class Trainer(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.layers.Dense(1)

    def call(self, x):
        return self.body(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            error = tf.abs(self(x) - y)
            worst = error.numpy().max()  # HAZARD GL102
            loss = tf.reduce_mean(error) / worst
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


model = Trainer()
model.compile(optimizer="sgd")
model.fit(tf.random.normal((4, 2)), tf.random.normal((4, 1)), verbose=0)
