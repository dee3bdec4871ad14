# framework: torch
# verdict: raises
# seen: RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
import torch
from transformers import GPT2Config, GPT2LMHeadModel

config = GPT2Config(vocab_size=12, n_positions=12, n_embd=8, n_layer=1, n_head=1, bos_token_id=0, eos_token_id=0, pad_token_id=0)
model = GPT2LMHeadModel(config)
prompt = torch.randint(1, 12, (2, 3))
out = model.generate(prompt, max_new_tokens=3, do_sample=True, return_dict_in_generate=True, output_scores=True)
scores = torch.stack(out.scores, 1)  # HAZARD GL402
chosen = scores.logsumexp(-1).sum(-1)
reward = out.sequences.float().mean(1)
loss = -(chosen * reward).mean()
loss.backward()
