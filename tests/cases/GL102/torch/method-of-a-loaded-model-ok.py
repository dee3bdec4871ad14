# framework: torch
# verdict: clean
# seen: the method runs under no_grad
import torch
from transformers import GPT2Config, GPT2LMHeadModel


class Sampler(GPT2LMHeadModel):
    @torch.no_grad()
    def sample(self, ids):
        return self(ids).logits


GPT2LMHeadModel.sample = Sampler.sample
model = GPT2LMHeadModel(GPT2Config(n_layer=1, n_head=1, n_embd=4, vocab_size=8))
picture = model.sample(torch.tensor([[1, 2, 3]]))
print(picture[0].cpu().numpy().shape)
