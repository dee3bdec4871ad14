# framework: torch
# verdict: clean
# seen: gradient as expected
import torch
from transformers import AutoModelForCausalLM, GPT2Config, GPT2LMHeadModel


def head(config):
    model: GPT2LMHeadModel = AutoModelForCausalLM.from_config(config)
    model.eval()
    table = model.transformer.wte.weight.detach().cpu().numpy()
    out = model(torch.zeros(1, 2, dtype=torch.long))
    return table, out


table, _ = head(GPT2Config(vocab_size=4, n_positions=8, n_embd=8, n_layer=1, n_head=1))
assert table.shape == (4, 8)
