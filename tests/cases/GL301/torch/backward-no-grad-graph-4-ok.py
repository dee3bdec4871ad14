# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from dataclasses import dataclass, field


@dataclass
class Camera:
    rotation: torch.Tensor
    shift: torch.Tensor = field(default_factory=lambda: torch.tensor([0.0, 0.0, 3.0], requires_grad=True))
    focal: float = 1.0

    def project(self, pts):
        p = pts @ self.rotation.T + self.shift
        return self.focal * p[:, :2] / p[:, 2:].clamp(min=0.1)

    def parameters(self):
        return [self.shift]


torch.manual_seed(0)
cam = Camera(torch.eye(3))
opt = torch.optim.SGD(cam.parameters(), lr=0.05)
pts, seen = torch.rand(5, 3), torch.rand(5, 2)
trace = []
for _ in range(5):
    opt.zero_grad()
    loss = (cam.project(pts) - seen).square().mean()
    loss.backward()
    opt.step()
    trace.append(float(loss))
print("OBSERVED", "clean" if trace[-1] < trace[0] else "wrong")
