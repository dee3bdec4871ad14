# framework: tensorflow
# verdict: clean
# seen: output bias gradient has 2 entries
import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Sequential
from tensorflow.keras.layers import Dense


def make_net():
    return Sequential([Input((3,)), Dense(5, activation="tanh"), Dense(2)])


q_net, target_net = make_net(), make_net()
target_net.set_weights(q_net.get_weights())
rng = np.random.default_rng(0)
obs = rng.normal(size=(4, 3)).astype(np.float32)
next_obs = rng.normal(size=(4, 3)).astype(np.float32)
reward, action = np.array([1.0, 0.0, 0.0, 1.0], np.float32), np.array([0, 1, 1, 0])


def td_loss():
    best_next = target_net(next_obs).numpy().max(axis=1)
    target = reward + 0.9 * best_next
    chosen = tf.reduce_sum(q_net(obs) * tf.one_hot(action, 2), axis=1)
    return tf.reduce_mean(tf.square(target - chosen))


with tf.GradientTape() as tape:
    loss = td_loss()
bias = q_net.trainable_variables[-1]
grad = tape.gradient(loss, bias).numpy()
bias.assign_add([0.01, 0.0])
high = td_loss().numpy()
bias.assign_sub([0.02, 0.0])
low = td_loss().numpy()
assert abs(grad[0] - (high - low) / 0.02) < 1e-3
print("OBSERVED clean", "output bias gradient has", grad.shape[0], "entries")
