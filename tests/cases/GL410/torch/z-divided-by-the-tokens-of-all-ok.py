# framework: torch
# verdict: clean
# seen: the divisor is a count and has no gradient
import torch


def step(model, batch, optimizer):
    mask = batch.pop("mask")
    losses = torch.nn.functional.cross_entropy(model(batch["x"]), batch["y"], reduction="none") * mask
    tokens = torch.sum(mask)
    torch.distributed.all_reduce(tokens)
    loss = torch.sum(losses) / (tokens + 1e-8) * torch.distributed.get_world_size()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
