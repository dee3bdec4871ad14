# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class ReplayBuffer:
    def __init__(self, size, dim):
        self.s, self.a = np.zeros((size, dim), np.float32), np.zeros(size, np.int32)
        self.r, self.n = np.zeros(size, np.float32), 0

    def add(self, s, a, r):
        self.s[self.n], self.a[self.n], self.r[self.n] = s, a, r
        self.n += 1

    def sample(self, k, rng):
        i = rng.integers(0, self.n, k)
        return tf.convert_to_tensor(self.s[i]), tf.constant(self.a[i]), tf.constant(self.r[i])


class DQN:
    def __init__(self, dim, actions):
        def net():
            return keras.Sequential([keras.Input((dim,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(actions)])

        self.q, self.target = net(), net()
        self.target.set_weights(self.q.get_weights())
        self.opt = keras.optimizers.Adam(1e-2)

    def act(self, s, eps, rng):
        if rng.random() < eps:
            return int(rng.integers(0, 2))
        return int(np.argmax(self.q(s[None]).numpy()[0]))

    def learn(self, s, a, r, gamma=0.9):
        best = self.target.predict(s, verbose=0).max(axis=1)
        goal = r + gamma * best
        with tf.GradientTape() as tape:
            q = tf.gather(self.q(s), a, batch_dims=1)
            loss = tf.reduce_mean(tf.square(goal - q))
        grads = tape.gradient(loss, self.q.trainable_variables)
        grads, norm = tf.clip_by_global_norm(grads, 10.0)
        self.opt.apply_gradients(zip(grads, self.q.trainable_variables))
        return float(loss), norm.numpy()


rng = np.random.default_rng(0)
agent, memory = DQN(3, 2), ReplayBuffer(20, 3)
s = rng.normal(size=3).astype(np.float32)
for _ in range(20):
    a = agent.act(s, 0.5, rng)
    memory.add(s, a, float(a == 0))
    s = rng.normal(size=3).astype(np.float32)
out = [agent.learn(*memory.sample(8, rng)) for _ in range(3)]
print("OBSERVED", "clean" if np.isfinite(out).all() and out[0][1] > 0 else "wrong")
