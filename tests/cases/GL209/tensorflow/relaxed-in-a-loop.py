# framework: tensorflow
# verdict: none
# seen: None
import tensorflow as tf

rate = tf.Variable(0.5)
state = tf.Variable([1.0, 2.0])


def settle(steps):
    for _ in range(steps):
        state.assign(state * rate)  # HAZARD GL209
    return tf.reduce_sum(state)


with tf.GradientTape() as tape:
    loss = settle(2)
gradient = tape.gradient(loss, rate)
print("OBSERVED none", gradient)
assert gradient is None
