import numpy as np
import torch

from sac import SACAgent
from sac.buffer import ReplayBuffer


class PointEnv:
    def reset(self):
        self.s = np.random.randn(3).astype(np.float32)
        return self.s

    def step(self, a):
        self.s = self.s + 0.1 * np.pad(a, (0, 1)).astype(np.float32)
        return self.s, -float(np.square(self.s).sum()), False


def main():
    torch.manual_seed(0)
    env, agent, buf = PointEnv(), SACAgent(3, 2), ReplayBuffer(3, 2, 200)
    obs = env.reset()
    for t in range(30):
        act = agent.actor.act(torch.as_tensor(obs))
        nxt, rew, done = env.step(act)
        buf.add(obs, act, rew, nxt, done)
        obs = nxt
        if t >= 10:
            logs = agent.update(buf.sample(8))
    print(logs)


if __name__ == "__main__":
    main()
