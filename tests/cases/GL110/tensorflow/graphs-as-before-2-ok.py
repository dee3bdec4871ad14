# framework: tensorflow
# verdict: clean
# seen: with eager execution switched off each call builds a graph of its own: nothing is traced once
import numpy as np
import tensorflow as tf


def slope(x, weight):
    tf.compat.v1.disable_eager_execution()
    given = tf.compat.v1.placeholder(tf.float32, shape=[None, 3])
    loss = tf.reduce_mean(given) * weight
    gradient = tf.gradients(loss, [given])[0]
    with tf.compat.v1.Session() as session:
        return session.run(gradient, feed_dict={given: x})


for _ in range(3):
    weight = np.random.randint(1, 20)
    assert np.allclose(slope(np.ones((2, 3)), weight) * 6, weight)
