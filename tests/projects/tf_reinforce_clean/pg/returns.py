import numpy as np


def discount(rewards, gamma):
    out = np.zeros_like(rewards)
    acc = 0.0
    for i in reversed(range(len(rewards))):
        acc = rewards[i] + gamma * acc
        out[i] = acc
    return (out - out.mean()) / (out.std() + 1e-8)
