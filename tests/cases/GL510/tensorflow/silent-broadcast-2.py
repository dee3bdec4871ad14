# framework: tensorflow
# verdict: wrong
# seen: TD step 2.0 instead of -4.0
import tensorflow as tf


class LinearCritic(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[1.0]])

    def __call__(self, states):
        return tf.matmul(states, self.w)


critic = LinearCritic()
states = tf.constant([[1.0], [-1.0]])
rewards = tf.constant([3.0, -3.0])


def td_loss():
    values = critic(states)
    return tf.reduce_mean((rewards - values) ** 2)  # HAZARD GL510


with tf.GradientTape() as tape:
    loss = td_loss()
grad = tape.gradient(loss, critic.w)
got, true = float(grad[0, 0]), 2.0 * ((1.0 - 3.0) * 1.0 + (-1.0 + 3.0) * -1.0) / 2
assert abs(got - true) > 1.0
print("OBSERVED wrong", "TD step", got, "instead of", true)
