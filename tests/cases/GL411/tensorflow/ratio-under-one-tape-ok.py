# framework: tensorflow
# verdict: clean
# seen: one side is constant, or noise and dropout make the two passes differ
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.GaussianNoise(0.5), tf.keras.layers.Dense(2)])
seen, advantage = tf.random.normal((4, 3)), tf.range(4.0)
with tf.GradientTape() as tape:
    before = tf.stop_gradient(tf.nn.log_softmax(policy(seen))[:, 0])
    ratio = tf.exp(tf.nn.log_softmax(policy(seen))[:, 0] - before)
    loss = -tf.reduce_mean(ratio * advantage)
found = tape.gradient(loss, policy.trainable_variables)
assert max(float(tf.reduce_max(tf.abs(each))) for each in found) > 0
with tf.GradientTape() as tape:
    gap = tf.reduce_mean(tf.exp(policy(seen, training=True) - policy(seen, training=True)))
found = tape.gradient(gap, policy.trainable_variables)
assert max(float(tf.reduce_max(tf.abs(each))) for each in found) > 0
print("OBSERVED clean")
