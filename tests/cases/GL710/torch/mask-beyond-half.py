# framework: torch
# verdict: raises
# seen: RuntimeError: value cannot be converted to type c10::Half without overflow
import torch

w = torch.randn(3, 3).half().requires_grad_()
mask = torch.tensor([[True, False, False]] * 3)
scores = w.masked_fill(mask, -1e9)  # HAZARD GL710
loss = torch.softmax(scores.float(), dim=-1)[:, 1].sum()
loss.backward()
