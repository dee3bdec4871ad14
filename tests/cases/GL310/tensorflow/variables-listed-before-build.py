# framework: tensorflow
# verdict: raises
# seen: ValueError: not enough values to unpack
import keras
import tensorflow as tf


class Trainer:
    def __init__(self, model, rate):
        self.model = model
        self.optimizer = keras.optimizers.SGD(rate)
        self.loss = keras.losses.MeanSquaredError()

    def step(self, x, y, params):
        with tf.GradientTape() as tape:
            loss = self.loss(y, self.model(x, training=True))
        grads = tape.gradient(loss, params)
        self.optimizer.apply_gradients(zip(grads, params))
        return loss


model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
trainer = Trainer(model, 0.05)
params = model.trainable_weights  # HAZARD GL310
for _ in range(2):
    print(float(trainer.step(tf.ones((4, 3)), tf.zeros((4, 1)), params)))
