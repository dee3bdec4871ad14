# framework: tensorflow
# verdict: zero
# seen: the gradient of the policy is zero
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])


def chosen(seen, taken):
    return tf.reduce_sum(tf.nn.log_softmax(policy(seen)) * tf.one_hot(taken, 2), -1)


def slopes(seen, taken, advantage):
    with tf.GradientTape() as tape:
        before = chosen(seen, taken)  # HAZARD GL411
        ratio = tf.exp(chosen(seen, taken) - before)
        loss = -tf.reduce_mean(ratio * advantage)
    return tape.gradient(loss, policy.trainable_variables)


found = slopes(tf.random.normal((4, 3)), tf.constant([0, 1, 1, 0]), tf.range(4.0))
assert max(float(tf.reduce_max(tf.abs(each))) for each in found) < 1e-6
print("OBSERVED zero")
