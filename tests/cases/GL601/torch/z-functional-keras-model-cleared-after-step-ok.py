# framework: torch
# verdict: clean
# seen: the gradients are cleared by the functional model's own zero_grad
import os

os.environ["KERAS_BACKEND"] = "torch"
import keras
import torch

given = keras.Input((3,))
model = keras.Model(given, keras.layers.Dense(1)(given))
optimizer = torch.optim.Adam(model.parameters())


def train(batches):
    for x, y in batches:
        loss = torch.mean((model(x) - y) ** 2)
        loss.backward()
        optimizer.step()
        model.zero_grad()


train([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
