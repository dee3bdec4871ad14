# framework: torch
# verdict: clean
# seen: numpy(force=True) detaches by itself; what it returns is only printed and plotted
import torch

axis = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
optimizer = torch.optim.SGD([axis], lr=0.1)
track = []
for _ in range(3):
    optimizer.zero_grad()
    loss = (axis**2).sum()
    loss.backward()
    optimizer.step()
    track.append(axis.numpy(force=True).copy())
    print(loss.numpy(force=True), axis.norm().numpy(force=bool(len(track))))
assert track[0][0] > track[-1][0] > 0
