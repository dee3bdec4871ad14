# framework: tensorflow
# verdict: raises
# seen: ValueError: Attempt to convert a value (None) with an unsupported type
import tensorflow as tf


class Attack:
    def __init__(self, image, trainable=False):
        self.image = tf.constant(image)
        if trainable:
            self.image = tf.Variable(image)

    def direction(self):
        with tf.GradientTape() as tape:
            score = tf.reduce_sum(tf.square(self.image))
        return tf.sign(tape.gradient(score, self.image))  # HAZARD GL307


print(Attack([1.0, -2.0]).direction())
