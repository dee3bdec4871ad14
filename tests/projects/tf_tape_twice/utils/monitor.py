import tensorflow as tf


class GradientMonitor:
    def __init__(self):
        self.norms = []

    def observe(self, tape, loss, variables):
        grads = tape.gradient(loss, variables)  # HAZARD second-gradient GL502
        self.norms.append(float(tf.linalg.global_norm(grads)))
