# framework: tensorflow
# verdict: wrong
# seen: clip_by_global_norm returns the clipped list, and nobody takes it
import tensorflow as tf


class Trainer:
    def __init__(self, limit):
        self.w = tf.Variable([30.0, -40.0])
        self.limit = limit

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum((self.w * x) ** 2)
        grads = tape.gradient(loss, [self.w])
        tf.clip_by_global_norm(grads, self.limit)  # HAZARD GL208
        self.w.assign_sub(0.1 * grads[0])
        return tf.linalg.global_norm(grads)


norm = Trainer(1.0).step(tf.constant([1.0, 2.0]))
print("OBSERVED", "wrong" if norm > 1.001 else "clean")
