# framework: torch
# verdict: wrong
# seen: most weights stay what they were
import torch

torch.manual_seed(0)
model = torch.nn.Linear(4, 1).to(torch.bfloat16)  # HAZARD GL710
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
for _ in range(3):
    optimizer.zero_grad()
    loss = (model(torch.ones(2, 4, dtype=torch.bfloat16)) - 3.0).pow(2).mean()
    loss.backward()
    optimizer.step()
