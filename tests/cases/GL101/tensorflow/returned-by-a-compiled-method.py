# framework: tensorflow
# verdict: raises
# seen: NotImplementedError: in user code:
import numpy as np
import tensorflow as tf


class Field(tf.Module):
    def __init__(self):
        self.frequency = tf.Variable([1.0, 2.0])

    @tf.function(reduce_retracing=True)
    def wave(self, x):
        return np.sin(self.frequency * x)  # HAZARD GL101


field = Field()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(field.wave(tf.constant([0.5, 0.25])))
print(tape.gradient(loss, field.trainable_variables))
