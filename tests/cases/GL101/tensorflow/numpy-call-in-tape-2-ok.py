# framework: tensorflow
# verdict: clean
# seen: policy gradient [-2.35, 1.63, 0.72]
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(3)
logits = tf.Variable([0.1, 0.4, -0.2])
payout = [1.0, 0.2, 0.5]
log_probs, rewards, actions = [], [], []

with tf.GradientTape() as tape:
    for _ in range(5):
        probs = tf.nn.softmax(logits)
        p = np.squeeze(probs).astype(np.float64)
        action = int(rng.choice(3, p=p / p.sum()))
        log_probs.append(tf.nn.log_softmax(logits)[action])
        rewards.append(payout[action])
        actions.append(action)
    returns = np.array(rewards, dtype=np.float32)
    returns = (returns - np.mean(returns)) / (np.std(returns) + 1e-6)
    loss = -tf.reduce_sum(tf.stack(log_probs) * returns)
grad = tape.gradient(loss, logits).numpy()

chance = np.exp([0.1, 0.4, -0.2]) / np.exp([0.1, 0.4, -0.2]).sum()
expected = -(returns[:, None] * (np.eye(3)[actions] - chance)).sum(axis=0)
assert np.allclose(grad, expected, atol=1e-5)
print("OBSERVED clean", "policy gradient", [round(float(g), 2) for g in grad])
