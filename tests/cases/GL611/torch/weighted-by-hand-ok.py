# framework: torch
# verdict: clean
# seen: the loss is weighted by hand
import torch
from accelerate import Accelerator
from torch import nn

STEPS = 4
torch.manual_seed(0)
accelerator = Accelerator(gradient_accumulation_steps=STEPS, cpu=True)
net = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
dataset = torch.utils.data.TensorDataset(torch.randn(16, 2), torch.randint(0, 2, (16,)))
loader = torch.utils.data.DataLoader(dataset, batch_size=4)
net, optimizer, loader = accelerator.prepare(net, optimizer, loader)


def train_epoch():
    for features, labels in loader:
        with accelerator.accumulate(net):
            loss = nn.functional.cross_entropy(net(features), labels)
            scaled = loss * (1.0 / STEPS)
            scaled.backward()
            optimizer.step()
            optimizer.zero_grad()


train_epoch()
print("OBSERVED clean")
