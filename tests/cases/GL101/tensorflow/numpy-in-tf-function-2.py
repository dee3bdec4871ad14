# framework: tensorflow
# verdict: raises
# seen: NotImplementedError: Cannot convert a symbolic tf.Tensor (sequential_1/dense_1/Exp:0) to a numpy
import numpy as np
import tensorflow as tf
from tensorflow import GradientTape, keras


class PoissonTrainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = keras.optimizers.SGD(lr)

    def nll(self, counts, rate):
        return tf.reduce_mean(rate - counts * np.log(rate))  # HAZARD GL101

    @tf.function
    def step(self, x, counts):
        with GradientTape() as tape:
            rate = self.model(x, training=True)
            loss = self.nll(counts, rate)
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss


net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, activation="exponential")])
trainer = PoissonTrainer(net, 0.01)
for _ in range(2):
    print(trainer.step(tf.ones((4, 2)), tf.constant([[1.0], [0.0], [2.0], [3.0]])))
