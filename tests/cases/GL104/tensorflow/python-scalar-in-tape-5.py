# framework: tensorflow
# verdict: none
# seen: float(value) cuts the critic head: exactly its two weights get None
"""One-episode advantage actor-critic in the style of the Keras CartPole example."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers

inputs = layers.Input(shape=(4,))
common = layers.Dense(16, activation="relu")(inputs)
action_head = layers.Dense(2, activation="softmax")(common)
value_head = layers.Dense(1, name="critic")(common)
model = keras.Model(inputs, [action_head, value_head])
optimizer = keras.optimizers.Adam(0.01)
huber = keras.losses.Huber()
gamma = 0.99


def episode(rng, length=12):
    state = rng.normal(size=4).astype("float32")
    with tf.GradientTape() as tape:
        log_probs, values, rewards = [], [], []
        for _ in range(length):
            probs, value = model(tf.expand_dims(state, 0))
            values.append(float(value[0, 0]))  # HAZARD GL104
            action = rng.choice(2, p=np.squeeze(probs).astype("float64") / np.sum(np.squeeze(probs).astype("float64")))
            log_probs.append(tf.math.log(probs[0, action] + 1e-8))
            rewards.append(1.0 if (state[0] > 0) == bool(action) else 0.0)
            state = rng.normal(size=4).astype("float32")
        returns, acc = [], 0.0
        for r in rewards[::-1]:
            acc = r + gamma * acc
            returns.insert(0, acc)
        returns = np.array(returns)
        returns = (returns - returns.mean()) / (returns.std() + 1e-8)
        actor = [-lp * (ret - v) for lp, v, ret in zip(log_probs, values, returns)]
        critic = [huber(tf.expand_dims(v, 0), tf.expand_dims(ret, 0)) for v, ret in zip(values, returns)]
        loss = sum(actor) + sum(critic)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients((g, v) for g, v in zip(grads, model.trainable_variables) if g is not None)
    return sum(rewards), grads


if __name__ == "__main__":
    total, grads = episode(np.random.default_rng(0))
    named = dict(zip([v.path for v in model.trainable_variables], grads))
    assert all((g is None) == p.startswith("critic") for p, g in named.items())
