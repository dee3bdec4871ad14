import torch

from corpus import chunks, encode
from model import CharLM
from trainer import LMTrainer


def main():
    torch.manual_seed(0)
    stream, vocab = encode()
    trainer = LMTrainer(CharLM(vocab, hidden=24))
    for epoch in range(2):
        perplexity = trainer.run_epoch(chunks(stream, batch=4, length=16))
        print(f"epoch {epoch} perplexity {perplexity:.2f}")


if __name__ == "__main__":
    main()
