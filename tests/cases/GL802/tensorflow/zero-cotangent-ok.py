# framework: tensorflow
# verdict: clean
# seen: the slope of a surrogate is set by hand and is not trained
import tensorflow as tf


@tf.custom_gradient
def spike(voltage, slope):
    fired = tf.cast(voltage > 1.0, voltage.dtype)

    def backward(upstream):
        surrogate = 1.0 / (1.0 + slope * tf.abs(voltage - 1.0)) ** 2
        return upstream * surrogate, tf.constant(0.0)

    return fired, backward


weight = tf.Variable([0.5, 1.5])
with tf.GradientTape() as tape:
    loss = 2.0 * tf.reduce_sum(spike(weight * 2.0, tf.constant(10.0)))
grad = tape.gradient(loss, weight)
assert [round(float(each), 3) for each in grad] == [4.0, round(4.0 / 21.0**2, 3)]
print("OBSERVED clean", [float(each) for each in grad])
