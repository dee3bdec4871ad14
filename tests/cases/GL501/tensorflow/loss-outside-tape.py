# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import keras
import tensorflow as tf


class Regressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(4, activation="tanh")
        self.out = keras.layers.Dense(1)

    def call(self, x):
        return self.out(self.hidden(x))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
        loss = tf.reduce_mean(tf.square(y - y_pred))  # HAZARD GL501
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


model = Regressor()
model.compile(optimizer="sgd")
model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), verbose=0)
