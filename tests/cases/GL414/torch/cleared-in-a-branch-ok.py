# framework: torch
# verdict: clean
# seen: the critic is cleared and stepped under the same condition
import torch
from torch import nn


def train(encoder, critic, batches, with_critic):
    first = torch.optim.Adam(encoder.parameters())
    second = torch.optim.Adam(critic.parameters())
    for x in batches:
        first.zero_grad()
        if with_critic:
            second.zero_grad()
        code = encoder(x)
        loss = code.pow(2).mean()
        if with_critic:
            loss = loss + critic(code).mean()
        loss.backward()
        first.step()
        if with_critic:
            second.step()


torch.manual_seed(0)
train(nn.Linear(3, 2), nn.Linear(2, 1), torch.randn(4, 5, 3), True)
