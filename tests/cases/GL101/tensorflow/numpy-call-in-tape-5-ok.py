# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
eps = np.finfo(np.float32).eps.item()
inputs = keras.Input((4,))
common = keras.layers.Dense(16, activation="relu")(inputs)
model = keras.Model(inputs, [keras.layers.Dense(2, activation="softmax")(common), keras.layers.Dense(1)(common)])
optimizer, huber = keras.optimizers.Adam(0.01), keras.losses.Huber()
running = 0.0
for episode in range(2):
    state = np.random.randn(4).astype("float32")
    action_probs_history, critic_history, rewards = [], [], []
    episode_reward = 0
    with tf.GradientTape() as tape:
        for t in range(5):
            probs, value = model(tf.expand_dims(tf.convert_to_tensor(state), 0))
            critic_history.append(value[0, 0])
            action = np.random.choice(2, p=np.squeeze(probs))
            action_probs_history.append(tf.math.log(probs[0, action]))
            state = np.random.randn(4).astype("float32")
            reward = float(action)
            rewards.append(reward)
            episode_reward += reward
        running = 0.05 * episode_reward + 0.95 * running
        returns, total = [], 0
        for r in rewards[::-1]:
            total = r + 0.99 * total
            returns.insert(0, total)
        returns = np.array(returns)
        returns = (returns - np.mean(returns)) / (np.std(returns) + eps)
        actor_losses, critic_losses = [], []
        for log_prob, value, ret in zip(action_probs_history, critic_history, returns.tolist()):
            actor_losses.append(-log_prob * (ret - tf.stop_gradient(value)))
            critic_losses.append(huber(tf.expand_dims(value, 0), tf.expand_dims(tf.constant(ret, tf.float32), 0)))
        loss = sum(actor_losses) + sum(critic_losses)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
print("OBSERVED", "clean" if all(g is not None for g in grads) and running >= 0 else "none")
