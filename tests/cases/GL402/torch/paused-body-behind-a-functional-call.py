# framework: torch
# verdict: zero
# seen: the encoder has zero gradients
import torch
from torch import nn
from torch.func import functional_call, grad_and_value


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
        self.head = nn.Linear(4, 2)

    def forward(self, x):
        with torch.no_grad():
            code = self.encoder(x)  # HAZARD GL402
        return self.head(code)


torch.manual_seed(0)
model = Model()
state = {name: value.detach() for name, value in model.named_parameters()}
x, y = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])
step = grad_and_value(lambda state: nn.functional.cross_entropy(functional_call(model, state, (x,)), y))
for _ in range(2):
    slopes, loss = step(state)
    state = {name: state[name] - 0.1 * slopes[name] for name in state}
print("OBSERVED", "zero" if not slopes["encoder.0.weight"].any() else "clean")
