# framework: torch
# verdict: clean
# seen: returns are floats, values are detached only in the advantage; actor, critic and trunk all get gradients
"""Advantage actor-critic on a toy environment, one rollout per update."""
import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import Categorical


class ToyEnv:
    def __init__(self, seed=0):
        self.rng = np.random.default_rng(seed)
        self.state = np.zeros(4, dtype=np.float32)
        self.t = 0

    def reset(self):
        self.t = 0
        self.state = self.rng.normal(size=4).astype(np.float32)
        return self.state

    def step(self, action):
        self.t += 1
        reward = float(self.state[action] > 0)
        self.state = self.rng.normal(size=4).astype(np.float32)
        return self.state, reward, self.t >= 12


class ActorCritic(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.body = nn.Linear(4, hidden)
        self.pi = nn.Linear(hidden, 2)
        self.v = nn.Linear(hidden, 1)

    def forward(self, obs):
        h = torch.tanh(self.body(obs))
        return Categorical(logits=self.pi(h)), self.v(h).squeeze(-1)


def discounted(rewards, gamma):
    out, running = [], 0.0
    for r in reversed(rewards):
        running = r + gamma * running
        out.insert(0, running)
    return out


def run(args):
    torch.manual_seed(args.seed)
    env, net = ToyEnv(args.seed), ActorCritic(args.hidden)
    opt = torch.optim.Adam(net.parameters(), lr=args.lr)
    reward_history = []
    for _ in range(args.updates):
        obs, done = env.reset(), False
        log_probs, values, rewards, entropies = [], [], [], []
        while not done:
            dist, value = net(torch.from_numpy(obs))
            action = dist.sample()
            obs, reward, done = env.step(action.item())
            log_probs.append(dist.log_prob(action))
            entropies.append(dist.entropy())
            values.append(value)
            rewards.append(reward)
        returns = torch.tensor(discounted(rewards, args.gamma))
        values = torch.stack(values)
        advantage = returns - values.detach()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        policy_loss = -(torch.stack(log_probs) * advantage).mean()
        value_loss = F.smooth_l1_loss(values, returns)
        loss = policy_loss + 0.5 * value_loss - 0.01 * torch.stack(entropies).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        reward_history.append(sum(rewards))
    return net, reward_history


def parse(argv=None):
    p = argparse.ArgumentParser()
    p.add_argument("--hidden", type=int, default=16)
    p.add_argument("--gamma", type=float, default=0.95)
    p.add_argument("--lr", type=float, default=1e-2)
    p.add_argument("--updates", type=int, default=5)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args(argv)


if __name__ == "__main__":
    net, history = run(parse([]))
    assert len(history) == 5
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in net.parameters())
