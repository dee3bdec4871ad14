# framework: tensorflow
# verdict: clean
# seen: actor and critic gradients as derived by hand
import numpy as np
import tensorflow as tf

actor = tf.Variable([[0.2, -0.1], [0.4, 0.3]])
critic = tf.Variable([[0.5], [-0.5]])
states = tf.constant([[1.0, 0.5], [-0.3, 2.0], [0.8, -1.0]])
actions = tf.constant([0, 1, 1])
returns = tf.constant([[1.0], [0.0], [2.0]])

with tf.GradientTape() as tape:
    value = tf.matmul(states, critic)
    advantage = tf.stop_gradient(returns - value)
    log_probs = tf.nn.log_softmax(tf.matmul(states, actor))
    chosen = tf.gather(log_probs, actions[:, None], batch_dims=1)
    loss = tf.reduce_mean(-chosen * advantage) + 0.5 * tf.reduce_mean(tf.square(returns - value))
d_actor, d_critic = tape.gradient(loss, [actor, critic])

s, adv = states.numpy(), advantage.numpy()
probs = np.exp(s @ actor.numpy()) / np.exp(s @ actor.numpy()).sum(axis=1, keepdims=True)
assert np.allclose(d_actor, s.T @ (-adv * (np.eye(2)[[0, 1, 1]] - probs)) / 3, atol=1e-5)
assert np.allclose(d_critic, -s.T @ adv / 3, atol=1e-5)
print("OBSERVED clean", "actor and critic gradients as derived by hand")
