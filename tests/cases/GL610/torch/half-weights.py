# framework: torch
# verdict: raises
# seen: ValueError: Attempting to unscale FP16 gradients.
import torch

torch.manual_seed(0)
model = torch.nn.Linear(4, 1).half()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
loss = model(torch.ones(2, 4, dtype=torch.float16)).float().pow(2).mean()
scaler.scale(loss).backward()
scaler.step(optimizer)  # HAZARD GL610
scaler.update()
