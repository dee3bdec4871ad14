# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'SymbolicTensor' object has no attribute 'numpy'
import tensorflow as tf
from tensorflow import keras


class Recovery(keras.Sequential):
    def __init__(self, size, count):
        super().__init__(name="recovery")
        for _ in range(count):
            self.add(keras.layers.GRU(size, return_sequences=True))
        self.add(keras.layers.Dense(3))

    def call(self, x, training=True):
        return super().call(x, training=training)


class Trainer:
    def __init__(self, size, count):
        self.recovery = Recovery(size, count)
        self.optimizer = keras.optimizers.SGD(0.1)

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            made = self.recovery(x)
            loss = tf.reduce_mean((made.numpy() - x) ** 2)  # HAZARD GL102
        weights = self.recovery.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return loss


if __name__ == "__main__":
    trainer = Trainer(3, 2)
    getattr(trainer, "st" + "ep")(tf.ones((2, 4, 3)))
