# framework: torch
# verdict: wrong
# seen: wrong
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=1.0)
scaler = torch.amp.GradScaler("cpu", init_scale=2.0**12)
x, y = torch.randn(4, 3), torch.randn(4, 1)
for _ in range(1):
    opt.zero_grad(set_to_none=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        loss = nn.functional.mse_loss(model(x), y)
    scaler.scale(loss).backward()
    total = torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)  # HAZARD GL602
    scaler.step(opt)
    scaler.update()
print("OBSERVED", "wrong" if total > 100 else "clean")
