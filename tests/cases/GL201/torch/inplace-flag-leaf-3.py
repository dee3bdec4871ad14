# framework: torch
# verdict: raises
# seen: RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
content = torch.rand(1, 3, 4, 4)
canvas = content.clone().requires_grad_(True)
opt = torch.optim.LBFGS([canvas], max_iter=2)


def closure():
    opt.zero_grad()
    hidden = F.leaky_relu(canvas, 0.2, inplace=True)  # HAZARD GL201
    loss = F.mse_loss(hidden, content)
    loss.backward()
    return loss


opt.step(closure)
