import torch


def save(path, model, optimizer):
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict()}, path)


def restore(path, model):
    model.load_state_dict(torch.load(path)["model"])
