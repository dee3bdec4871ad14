import tensorflow as tf


class Engine:
    def __init__(self, model, optimizer, loss_fn, monitor=None):
        self.model = model
        self.optimizer = optimizer
        self.loss_fn = loss_fn
        self.monitor = monitor

    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.loss_fn(y, self.model(x, training=True))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        if self.monitor is not None:
            self.monitor.observe(tape, loss, self.model.trainable_variables)
        return float(loss)
