# framework: torch
# verdict: raises
# seen: RuntimeError: A view was created in no_grad mode and is being modified inplace with grad mode enabled.
import torch

embeddings = torch.randn(5, 3, requires_grad=True)
with torch.no_grad():
    padding = embeddings[:1]
padding.zero_()  # HAZARD GL204
loss = embeddings.square().sum()
loss.backward()
