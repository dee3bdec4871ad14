# framework: torch
# verdict: clean
# seen: the diagonal of the Hessian is estimated with the graph that backward() kept
import torch


class CurvatureScaled(torch.optim.Optimizer):
    """For gradients that were made by `loss.backward(create_graph=True)`."""

    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def estimate(self):
        params = [p for group in self.param_groups for p in group["params"] if p.grad is not None]
        grads = [p.grad for p in params]
        signs = [torch.randint(0, 2, p.shape) * 2.0 - 1.0 for p in params]
        products = torch.autograd.grad(grads, params, grad_outputs=signs)
        for p, product, sign in zip(params, products, signs):
            self.state[p]["curvature"] = (product * sign).abs()

    @torch.no_grad()
    def step(self, closure=None):
        self.estimate()
        for group in self.param_groups:
            for p in group["params"]:
                p.sub_(group["lr"] * p.grad / (self.state[p]["curvature"] + 1.0))


print("OBSERVED clean")
