import keras
import tensorflow as tf


class RegularisedModel(keras.Model):
    def __init__(self, penalty, **kwargs):
        super().__init__(**kwargs)
        self.penalty = penalty
        self.loss_metric = keras.metrics.Mean(name="loss")
        self.mae = keras.metrics.MeanAbsoluteError(name="mae")

    @property
    def metrics(self):
        return [self.loss_metric, self.mae]

    def objective(self, x, y, training):
        prediction = self(x, training=training)
        fit = tf.reduce_mean(tf.square(tf.cast(y, prediction.dtype) - prediction))
        weights = [w for w in self.trainable_weights if len(w.shape) > 1]
        return fit + self.penalty * tf.add_n([tf.reduce_sum(tf.square(w)) for w in weights]), prediction

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss, prediction = self.objective(x, y, training=True)
        grads = tape.gradient(loss, self.trainable_weights)
        self.optimizer.apply_gradients(zip(grads, self.trainable_weights))
        self.loss_metric.update_state(loss)
        self.mae.update_state(y, prediction)
        return {m.name: m.result() for m in self.metrics}
