# framework: torch
# verdict: wrong
# seen: the gradient flows into the target
import torch
from torch import nn
from torch.nn import functional as F


def update(q, optimizer, batch, gamma):
    state, action, reward, following = batch
    predicted = q(state).gather(1, action)
    target = reward + gamma * q(following).max(1, keepdim=True)[0]  # HAZARD GL414
    loss = F.smooth_l1_loss(predicted, target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
opt = torch.optim.Adam(net.parameters(), lr=1e-3)
batch = torch.randn(4, 3), torch.randint(0, 2, (4, 1)), torch.randn(4, 1), torch.randn(4, 3)
discounts = torch.rand(4, 1)
update(net, opt, batch, discounts)
