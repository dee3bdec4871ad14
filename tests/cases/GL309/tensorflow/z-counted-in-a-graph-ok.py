# framework: tensorflow
# verdict: clean
# seen: gradient as expected: TensorFlow 1 runs call() once, and the counter counts
import tensorflow as tf
from tensorflow import keras

for name in "to_float assign_add get_variable gradients Session global_variables_initializer".split():
    setattr(tf, name, getattr(tf.compat.v1, name))  # what TensorFlow 1 had under these names
tf.compat.v1.disable_v2_behavior()


class Loss(keras.layers.Layer):
    def call(self, x):
        seen = tf.Variable(0.0)
        seen = tf.assign_add(seen, 1.0)
        return tf.reduce_mean(tf.square(tf.to_float(x))) / seen


weight = tf.get_variable("w", shape=(), initializer=tf.ones_initializer())
loss = eval("Loss.call")(None, weight * tf.constant([2.0]))
(gradient,) = tf.gradients(loss, [weight])
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    found = [session.run(gradient) for _ in range(3)]
assert [round(float(each), 3) for each in found] == [8.0, 4.0, round(8 / 3, 3)]
