# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import sys

import torch
import torch.nn.functional as F


def train(with_prior, batches):
    model = torch.nn.Linear(4, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x, target in batches:
        prediction = model(x)
        if with_prior:
            prediction, prior = prediction.chunk(2)
            target, prior_target = target.chunk(2)
            loss = F.mse_loss(prediction, target)
            loss = loss + 0.5 * F.mse_loss(prior, prior_target)
        else:
            loss = F.mse_loss(prediction, target).detach()  # HAZARD GL401
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


train(len(sys.argv) > 5, [(torch.randn(6, 4), torch.randn(6, 4)) for _ in range(2)])
