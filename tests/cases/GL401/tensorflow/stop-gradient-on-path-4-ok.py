# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class Distiller(keras.Model):
    def __init__(self, teacher, student, alpha=0.5):
        super().__init__()
        self.teacher, self.student, self.alpha = teacher, student, alpha
        self.tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.tracker]

    def call(self, x):
        return self.student(x)

    def train_step(self, data):
        x, y = data
        soft = tf.nn.softmax(self.teacher(x, training=False))
        with tf.GradientTape() as tape:
            pred = self.student(x, training=True)
            hard = tf.reduce_mean(keras.losses.sparse_categorical_crossentropy(y, pred, from_logits=True))
            distil = tf.reduce_mean(tf.reduce_sum((tf.stop_gradient(soft) - tf.nn.softmax(pred)) ** 2, -1))
            loss = self.alpha * hard + (1 - self.alpha) * distil
        grads = tape.gradient(loss, self.student.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.student.trainable_variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}


def net():
    return keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])


m = Distiller(net(), net())
m.compile(optimizer=keras.optimizers.Adam(0.05))
h = m.fit(tf.random.normal((8, 2)), tf.constant([0, 1, 2, 0, 1, 2, 0, 1]), epochs=4, verbose=0)
print("OBSERVED", "clean" if h.history["loss"][-1] < h.history["loss"][0] else "wrong")
