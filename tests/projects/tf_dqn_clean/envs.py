import numpy as np


def act(q_values, epsilon, rng):
    greedy = q_values.argmax(-1)
    explore = rng.integers(0, q_values.shape[-1], size=greedy.shape)
    return np.where(rng.random(greedy.shape) < epsilon, explore, greedy)


def transitions(policy, n, rng):
    obs = rng.normal(size=(n, 4)).astype("float32")
    action = policy(obs)
    reward = (action == (obs[:, 0] > 0)).astype("float32")
    return {"obs": obs, "action": action, "reward": reward, "next_obs": rng.normal(size=(n, 4)).astype("float32"), "done": (rng.random(n) < 0.3).astype("float32")}
