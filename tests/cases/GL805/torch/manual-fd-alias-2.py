# framework: torch
# verdict: zero
# seen: tensor([0., 0., 0.], dtype=torch.float64) instead of tensor([-215.6000,  152.0000, -120.0000], dtype=torch.float64)
import torch


def rosenbrock(theta):
    x, y = theta[:-1], theta[1:]
    return (100 * (y - x**2) ** 2 + (1 - x) ** 2).sum()


def numeric_gradient(objective, theta, eps=1e-5):
    grad = torch.zeros_like(theta)
    for i in range(theta.numel()):
        plus = theta.detach()  # HAZARD GL805
        minus = theta.detach()
        plus[i] += eps
        minus[i] -= eps
        grad[i] = (objective(plus) - objective(minus)) / (2 * eps)
    return grad


def main():
    theta = torch.tensor([-1.2, 1.0, 0.4], dtype=torch.float64)
    probe = theta.clone().requires_grad_()
    (exact,) = torch.autograd.grad(rosenbrock(probe), probe)
    numeric = numeric_gradient(rosenbrock, theta)
    print("OBSERVED", "clean" if numeric.any() else "zero", numeric, "instead of", exact)


if __name__ == "__main__":
    main()
