# framework: torch
# verdict: none
# seen: the optimizer holds frozen weights, and the adapters never move
import torch
from peft import LoraConfig, get_peft_model
from transformers import GPT2Config, GPT2LMHeadModel


class Tuner:
    def __init__(self, config):
        self.model = GPT2LMHeadModel(config)
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=0.1)  # HAZARD GL310
        lora = LoraConfig(r=2, target_modules=["c_attn"], fan_in_fan_out=True)
        self.model = get_peft_model(self.model, lora)

    def step(self, ids):
        self.optimizer.zero_grad()
        loss = self.model(input_ids=ids, labels=ids).loss
        loss.backward()
        self.optimizer.step()


torch.manual_seed(0)
tuner = Tuner(GPT2Config(vocab_size=8, n_positions=8, n_embd=8, n_layer=1, n_head=1, bos_token_id=0, eos_token_id=0))
before = [p.detach().clone() for n, p in tuner.model.named_parameters() if "lora" in n]
tuner.step(torch.randint(0, 8, (2, 4)))
after = [p.detach() for n, p in tuner.model.named_parameters() if "lora" in n]
assert all(torch.equal(one, two) for one, two in zip(before, after))
print("OBSERVED none")
