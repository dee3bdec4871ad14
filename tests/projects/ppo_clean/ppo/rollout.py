from typing import NamedTuple

import torch


class Rollout(NamedTuple):
    obs: torch.Tensor
    action: torch.Tensor
    logp: torch.Tensor
    advantage: torch.Tensor
    returns: torch.Tensor


def collect(policy, steps, obs_dim):
    obs = torch.randn(steps, obs_dim)
    action, logp, value = policy.act(obs)
    reward = (action == (obs[:, 0] > 0).long()).to(obs.dtype)
    advantage = reward - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    return Rollout(obs, action, logp, advantage, reward)
