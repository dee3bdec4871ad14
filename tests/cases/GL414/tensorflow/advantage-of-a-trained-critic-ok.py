# framework: tensorflow
# verdict: clean
# seen: the critic is trained by its own loss alone
import tensorflow as tf

policy = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2)])
critic = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
variables = policy.trainable_variables + critic.trainable_variables
state, taken, returns = tf.random.normal((4, 3)), tf.constant([0, 1, 1, 0]), tf.random.normal((4,))
with tf.GradientTape() as tape:
    gap = returns - tf.squeeze(critic(state), -1)
    scores = tf.reduce_sum(tf.nn.log_softmax(policy(state)) * tf.one_hot(taken, 2), -1)
    of_policy = -tf.reduce_mean(scores * tf.stop_gradient(gap))
    loss = of_policy + tf.reduce_mean(gap**2)
found = tape.gradient(loss, variables)
optimizer.apply_gradients(zip(found, variables))
assert all(each is not None for each in found)
print("OBSERVED clean")
