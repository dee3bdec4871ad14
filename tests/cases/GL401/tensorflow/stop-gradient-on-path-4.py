# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class Distiller(keras.Model):
    def __init__(self, teacher, student):
        super().__init__()
        self.teacher, self.student = teacher, student

    def call(self, x):
        return self.student(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            soft = tf.nn.softmax(self.teacher(x, training=False))
            pred = tf.stop_gradient(self.student(x, training=True))  # HAZARD GL401
            loss = tf.reduce_mean(tf.reduce_sum((soft - tf.nn.softmax(pred)) ** 2, -1))
        grads = tape.gradient(loss, self.student.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.student.trainable_variables))
        return {"loss": loss}


def net():
    return keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])


m = Distiller(net(), net())
m.compile(optimizer="adam")
m.fit(tf.random.normal((4, 2)), tf.zeros((4,)), verbose=0)
