# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import os

import torch
from torch import nn


def fit(weighted, data):
    net = nn.Linear(3, 2)
    optimizer = torch.optim.Adam(net.parameters())
    for x, y in data:
        scores = net(x)
        if weighted:
            weights = torch.softmax(scores, dim=1)
            loss = (weights * (scores - y)).square().sum()
            loss = loss + 0.1 * weights.square().sum()
        else:
            loss = (scores - y).square().mean().detach()  # HAZARD GL401
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


fit(os.environ.get("WEIGHTED"), [(torch.randn(4, 3), torch.randn(4, 2))])
