# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from transformers import GPT2Config, GPT2LMHeadModel


def made(model, prompt):
    return model.generate(prompt, max_new_tokens=3, return_dict_in_generate=True, output_scores=True)


config = GPT2Config(vocab_size=12, n_positions=12, n_embd=8, n_layer=1, n_head=1, bos_token_id=0, eos_token_id=0, pad_token_id=0)
model = GPT2LMHeadModel(config)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
text = made(model, torch.randint(1, 12, (2, 3)))
logp = torch.stack(text.scores, 1).log_softmax(-1)  # HAZARD GL402
lengths = (text.sequences != 0).float().sum(-1)
loss = -(logp.max(-1).values.sum(-1) / lengths).mean()
optimizer.zero_grad()
loss.backward()
optimizer.step()
