# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from torch import nn


def policy_loss(actor: nn.Module, observations: torch.Tensor) -> torch.Tensor:
    # TODO: the distribution over actions
    distribution: torch.distributions.Distribution = ...

    # TODO: its log-probabilities
    log_probs = ...
    with torch.no_grad():
        advantage = ...
    return -(log_probs * advantage).mean()


def update(actor, optimizer, observations):
    loss = policy_loss(actor, observations)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


actor = nn.Linear(3, 2)
optimizer = torch.optim.Adam(actor.parameters())
try:
    update(actor, optimizer, torch.randn(4, 3))
except TypeError as error:
    assert "ellipsis" in str(error)
