# framework: torch
# verdict: wrong
# seen: the gradient flows into the target
import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--discount", type=float, default=0.99)
options = parser.parse_args([])

torch.manual_seed(0)
critic = nn.Linear(4, 1)
optimizer = torch.optim.SGD(critic.parameters(), lr=0.01)
now, after, reward = torch.randn(8, 4), torch.randn(8, 4), torch.randn(8, 1)
discount = options.discount
wanted = reward + discount * critic(after)  # HAZARD GL414
loss = nn.functional.mse_loss(critic(now), wanted)
optimizer.zero_grad()
loss.backward()
optimizer.step()
