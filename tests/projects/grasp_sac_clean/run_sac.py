import torch

from graspsac.agent import SAC
from graspsac.buffer import Replay


def main():
    torch.manual_seed(0)
    agent, replay = SAC(6, 2), Replay(6, 2)
    for _ in range(3):
        print(agent.update(replay.sample(16)))
    print(agent.actor.mu.weight.grad.abs().sum())


if __name__ == "__main__":
    main()
