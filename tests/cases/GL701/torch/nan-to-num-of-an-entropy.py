# framework: torch
# verdict: nan
# seen: nan where the probability is 0
import torch

probabilities = torch.tensor([0.0, 0.4, 0.6], requires_grad=True)
entropy = -torch.sum(torch.nan_to_num(probabilities * torch.log(probabilities)))  # HAZARD GL701
entropy.backward()
print("OBSERVED", "nan" if not torch.isfinite(probabilities.grad).all() else "clean", probabilities.grad)
