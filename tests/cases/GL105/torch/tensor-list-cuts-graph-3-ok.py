# framework: torch
# verdict: clean
# seen: torch.Size([3])
def energy_model(width):
    from torch import nn

    return nn.Sequential(nn.Linear(1, width), nn.Tanh(), nn.Linear(width, 1))


def main():
    import torch
    from torch.nn import functional as F

    torch.manual_seed(0)
    net = energy_model(6)
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    positions = torch.tensor([[[float(i * k % 3), float(k)] for i in range(4)] for k in range(1, 4)])
    labels = torch.tensor([0.5, -0.5, 1.0])
    shape = torch.tensor(list(positions.shape))

    def energy(atoms):
        gaps = torch.pdist(atoms)
        return net(gaps.unsqueeze(1)).sum()

    curve = []
    for _ in range(30):
        opt.zero_grad()
        energies = torch.stack([energy(atoms) for atoms in positions])
        loss = F.mse_loss(energies, labels)
        loss.backward()
        opt.step()
        curve.append(loss.item())
    curve = torch.tensor(curve)
    residual = torch.tensor([float(e) for e in energies.detach()]) - labels
    right = curve[-1] < 0.5 * curve[0] and net[0].weight.grad.any() and shape.tolist() == [3, 4, 2]
    print("OBSERVED", "clean" if right else "none", residual.shape)


main()
