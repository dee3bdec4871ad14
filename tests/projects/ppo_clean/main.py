from functools import partial

import torch

from ppo import ActorCritic, collect, ppo_loss


def main():
    torch.manual_seed(0)
    policy = ActorCritic(4, 2)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-2)
    objective = partial(ppo_loss, policy, clip=0.1)
    for iteration in range(5):
        rollout = collect(policy, 64, 4)
        for _ in range(4):
            loss, kl = objective(rollout)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
            if kl > 0.1:
                break
        print(f"iteration {iteration} return {rollout.returns.mean().item():.3f} kl {kl:.4f}")


if __name__ == "__main__":
    main()
