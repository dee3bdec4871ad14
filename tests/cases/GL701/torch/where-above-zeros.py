# framework: torch
# verdict: nan
# seen: nan at zero
import torch

areas = torch.tensor([0.0, 2.0, 8.0], requires_grad=True)
sides = torch.where(areas > torch.zeros(3), torch.sqrt(areas), torch.zeros(3))  # HAZARD GL701
sides.sum().backward()
print("OBSERVED", "nan" if torch.isnan(areas.grad).any() else "clean", areas.grad)
