# framework: tensorflow
# verdict: wrong
# seen: [-4.0, -2.0] instead of [-3.0, -1.0]
import tensorflow as tf


class RidgeRegression(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.w = tf.Variable(tf.ones((n, 1)))

    def penalty(self):
        return tf.reduce_sum(tf.square(self.w))


x = tf.constant([[1.0, 0.0], [0.0, 1.0]])
y = tf.constant([[3.0], [2.0]])
ridge = RidgeRegression(2)
strength = 0.5

shrink = strength * ridge.penalty()  # HAZARD GL501
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(tf.matmul(x, ridge.w) - y)) + shrink
(grad,) = tape.gradient(loss, ridge.trainable_variables)
got = [float(g) for g in grad[:, 0]]
assert got == [-4.0, -2.0]
print("OBSERVED wrong", got, "instead of", [-3.0, -1.0])
