# framework: tensorflow
# verdict: clean
# seen: score function of the sampled actions
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
policy = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, use_bias=False)])
payoff = tf.constant([1.0, 0.2, -0.5])


@tf.function
def score_gradient(observations):
    with tf.GradientTape() as tape:
        logits = policy(observations, training=True)
        action = tf.squeeze(tf.random.categorical(logits, 1), axis=1)
        nll = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=action, logits=logits)
        loss = tf.reduce_mean(nll * tf.gather(payoff, action))
    return action, tape.gradient(loss, policy.trainable_variables)


obs = tf.random.normal((16, 4))
action, (grad,) = score_gradient(obs)
logits = obs.numpy() @ policy.get_weights()[0]
probs = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
residual = (probs - np.eye(3)[action]) * payoff.numpy()[action.numpy()][:, None]
assert np.allclose(grad, obs.numpy().T @ residual / 16, atol=1e-4)
print("OBSERVED clean", "score function of the sampled actions")
