# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from peft import LoraConfig, get_peft_model

base = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(), torch.nn.Linear(2, 1))
model = get_peft_model(base, LoraConfig(r=1, target_modules=["0", "2"], init_lora_weights=False))
for name, parameter in model.named_parameters():
    if "lora_" not in name:
        parameter.requires_grad = False
model(torch.ones(1, 2)).sum().backward()
