import torch

from agents.ddpg import DDPG
from agents.replay import Replay

if __name__ == "__main__":
    torch.manual_seed(0)
    agent, replay = DDPG(3, 2), Replay(3, 2)
    for _ in range(4):
        batch = replay.sample(8)
        print(agent.update_critic(batch), agent.update_actor(batch))
        agent.follow()
