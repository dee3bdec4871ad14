# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require
import torch
from peft import LoraConfig, get_peft_model


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.proj = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.proj(x)


config = LoraConfig(r=1, target_modules=["proj"], inference_mode=True)
model = get_peft_model(Net(), config)  # HAZARD GL413
loss = model(torch.ones(1, 2)).sum()
loss.backward()
