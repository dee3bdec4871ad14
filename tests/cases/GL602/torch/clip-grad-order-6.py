# framework: torch
# verdict: wrong
# seen: the norm that is clipped is zero, the step uses the whole gradient
import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_


def fit(model, batches, max_norm=None):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    norms = []
    for inputs, wanted in batches:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(inputs), wanted)
        if max_norm is not None:
            norms.append(float(clip_grad_norm_(model.parameters(), max_norm)))  # HAZARD GL602
        loss.backward()
        optimizer.step()
    return norms


torch.manual_seed(0)
norms = fit(nn.Linear(3, 1), [(torch.randn(4, 3), torch.randn(4, 1) * 9) for _ in range(5)], max_norm=0.5)
print("OBSERVED", "wrong" if not any(norms) else "clean", norms)
