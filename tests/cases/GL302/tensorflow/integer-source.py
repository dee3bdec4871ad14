# framework: tensorflow
# verdict: none
# seen: exponents gradient None
import tensorflow as tf

exponents = tf.Variable([3, 1, 2], name="exponents")  # HAZARD GL302
scale = tf.Variable([1.0, 0.5, 2.0], name="scale")
base = tf.constant([2.0, 3.0, 1.5])
observed = tf.constant([7.0, 2.0, 4.0])


def model():
    return scale * tf.pow(base, tf.cast(exponents, tf.float32))


with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model() - observed))
d_exponents, d_scale = tape.gradient(loss, [exponents, scale])
assert d_exponents is None and d_scale is not None
print("OBSERVED none", "exponents gradient", d_exponents)
