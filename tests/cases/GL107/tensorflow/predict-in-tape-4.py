# framework: tensorflow
# verdict: none
# seen: the prediction comes from model.predict in a helper method: all gradients None (predict for the bootstrap target is right)
"""Double DQN written on top of the convenient high-level Keras calls."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, models, optimizers


class QNetwork:
    def __init__(self, dim, actions):
        inp = layers.Input((dim,))
        h = layers.Dense(12, activation="tanh")(inp)
        self.model = models.Model(inp, layers.Dense(actions)(h))

    def values(self, states):
        return self.model.predict(states, verbose=0)  # HAZARD GL107

    @property
    def weights(self):
        return self.model.trainable_variables


class Trainer:
    def __init__(self, dim=3, actions=2, gamma=0.9):
        self.q, self.frozen = QNetwork(dim, actions), QNetwork(dim, actions)
        self.gamma, self.actions = gamma, actions
        self.opt = optimizers.SGD(1e-2)

    def targets(self, rewards, nxt):
        bootstrap = self.frozen.model.predict(nxt, verbose=0)
        return rewards + self.gamma * bootstrap.max(axis=1)

    def step(self, states, actions, rewards, nxt):
        y = self.targets(rewards, nxt)
        with tf.GradientTape() as tape:
            q = self.q.values(states)
            chosen = tf.reduce_sum(q * tf.one_hot(actions, self.actions), axis=1)
            loss = tf.reduce_mean(tf.square(y - chosen))
        return loss, tape.gradient(loss, self.q.weights)

    def fit(self, batches):
        for batch in batches:
            loss, grads = self.step(*batch)
            self.opt.apply_gradients(zip(grads, self.q.weights))
            print("loss", float(loss))


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    data = (rng.normal(size=(5, 3)).astype("float32"), rng.integers(0, 2, 5),
            rng.normal(size=5).astype("float32"), rng.normal(size=(5, 3)).astype("float32"))
    t = Trainer()
    assert t.step(*data)[1] == [None] * 4
    try:
        t.fit([data])
        raise SystemExit("trained")
    except ValueError:
        pass
