# framework: tensorflow
# verdict: none
# seen: none
import math
import tensorflow as tf


class Temperature(tf.Module):
    def __init__(self):
        super().__init__()
        self.log_t = tf.Variable(0.3)

    def scale(self, logits):
        return logits / math.exp(self.log_t)  # HAZARD GL104


cal = Temperature()
logits, labels = tf.constant([[2.0, 1.0], [0.5, 3.0]]), tf.constant([0, 1])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, cal.scale(logits)))
print("OBSERVED", "none" if tape.gradient(loss, cal.log_t) is None else "clean")
