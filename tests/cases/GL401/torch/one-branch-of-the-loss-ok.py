# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
import torch.nn.functional as F


def guarded(phase, model, optimizer, batches):
    for x, target in batches:
        prediction = model(x)
        if phase == "train":
            loss = F.mse_loss(prediction, target)
        else:
            loss = F.mse_loss(prediction, target).detach()
        if phase == "train":
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def skipped(phase, model, optimizer, batches):
    for x, target in batches:
        prediction = model(x)
        if phase == "train":
            loss = F.mse_loss(prediction, target)
        else:
            loss = F.mse_loss(prediction, target).detach()
        if phase != "train":
            continue
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def regularised(keep, model, optimizer, batches):
    for x, target in batches:
        prediction = model(x)
        weight = prediction.abs().mean()
        if keep:
            weight = weight.detach()
        loss = F.mse_loss(prediction, target) * (1.0 + weight)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()


model = torch.nn.Linear(4, 4)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(6, 4), torch.randn(6, 4)) for _ in range(2)]
before = model.weight.detach().clone()
for phase in ("train", "valid"):
    guarded(phase, model, optimizer, batches)
    skipped(phase, model, optimizer, batches)
regularised(True, model, optimizer, batches)
print("OBSERVED", "clean" if not torch.equal(before, model.weight) else "wrong")
