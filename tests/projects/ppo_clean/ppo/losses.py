import torch


def clipped_objective(logp, rollout, clip):
    ratio = torch.exp(logp - rollout.logp.detach())
    unclipped = ratio * rollout.advantage
    clipped = ratio.clamp(1 - clip, 1 + clip) * rollout.advantage
    return -torch.min(unclipped, clipped).mean()


def ppo_loss(policy, rollout, clip=0.2, value_weight=0.5, entropy_weight=0.01):
    dist, value = policy(rollout.obs)
    logp = dist.log_prob(rollout.action)
    actor = clipped_objective(logp, rollout, clip)
    critic = (value - rollout.returns).pow(2).mean()
    with torch.no_grad():
        approx_kl = (rollout.logp - logp).mean().item()
    return actor + value_weight * critic - entropy_weight * dist.entropy().mean(), approx_kl
