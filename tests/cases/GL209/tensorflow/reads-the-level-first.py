# framework: tensorflow
# verdict: none
# seen: None
import tensorflow as tf

gain = tf.Variable(2.0)
level = tf.Variable(1.0)


def amplified(signal):
    before = level + 0.0
    level.assign(gain * signal)  # HAZARD GL209
    return level - before


with tf.GradientTape() as tape:
    loss = tf.square(amplified(tf.constant(3.0)))
gradient = tape.gradient(loss, gain)
print("OBSERVED none", gradient)
assert gradient is None
