# framework: torch
# verdict: clean
# seen: mat1 and mat2 shapes cannot be multiplied
import torch
from torch import nn

layer = nn.Linear(4, 2)
images = torch.randn(8, 5)
try:
    layer(images)
except Exception as error:
    print("OBSERVED clean", error)
