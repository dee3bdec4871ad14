# framework: torch
# verdict: clean
# seen: gradient as expected
import torch

torch.manual_seed(0)
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
scaler = torch.amp.GradScaler("cpu")
every = 2
for number, x in enumerate(torch.randn(4, 8, 3), 1):
    loss = model(x).pow(2).mean() / every
    scaler.scale(loss).backward()
    if number % every == 0:
        scaler.unscale_(optimizer)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        optimizer.zero_grad()
