# framework: torch
# verdict: raises
# seen: RuntimeError: only Tensors of floating point dtype can require gradients
import torch

classes = 3
prototypes = torch.eye(classes, dtype=torch.long)
learnable = prototypes.clone().requires_grad_()  # HAZARD GL302
