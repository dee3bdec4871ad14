# framework: torch
# verdict: clean
# seen: in one mode the second network takes no part, in the other it does
import torch
from torch import nn


def train(head, shift, batches, shifted, head_opt, shift_opt):
    for x, y in batches:
        head_opt.zero_grad()
        shift_opt.zero_grad()
        if shifted:
            scores = head(shift(x))
        else:
            scores = head(x)
        loss = nn.functional.cross_entropy(scores, y)
        loss.backward()
        head_opt.step()
        shift_opt.step()


head, shift = nn.Linear(3, 2), nn.Linear(3, 3)
head_opt = torch.optim.SGD(head.parameters(), lr=0.1)
shift_opt = torch.optim.SGD(shift.parameters(), lr=0.1)
for _ in range(2):
    batches = [(torch.randn(4, 3), torch.zeros(4, dtype=torch.long))]
    train(head, shift, batches, False, head_opt, shift_opt)
    train(head, shift, batches, True, head_opt, shift_opt)
assert shift.weight.grad is not None
print("OBSERVED clean")
