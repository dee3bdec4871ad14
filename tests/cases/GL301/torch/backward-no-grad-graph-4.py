# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from dataclasses import dataclass


@dataclass
class Camera:
    rotation: torch.Tensor
    shift: torch.Tensor
    focal: float = 1.0

    def project(self, pts):
        p = pts @ self.rotation.T + self.shift
        return self.focal * p[:, :2] / p[:, 2:]


torch.manual_seed(0)
cam = Camera(torch.eye(3), torch.tensor([0.0, 0.0, 3.0]))
pts, seen = torch.randn(5, 3), torch.randn(5, 2)
loss = (cam.project(pts) - seen).square().mean()
loss.backward()  # HAZARD GL301
