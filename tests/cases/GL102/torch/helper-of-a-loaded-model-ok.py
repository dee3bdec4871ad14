# framework: torch
# verdict: clean
# seen: the method runs in inference mode
import torch
from transformers import GPT2Config, GPT2Model


def summary(self, ids):
    with torch.inference_mode():
        return self(ids).last_hidden_state.mean(1)


setattr(GPT2Model, "summary", summary)
model = GPT2Model(GPT2Config(n_layer=1, n_head=1, n_embd=4, vocab_size=8))
vector = model.summary(torch.tensor([[1, 2, 3]]))
print(vector.numpy())
