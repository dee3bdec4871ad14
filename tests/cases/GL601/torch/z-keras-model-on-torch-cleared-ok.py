# framework: torch
# verdict: clean
# seen: the gradients are cleared: a Keras model on torch is a torch module
import os

os.environ["KERAS_BACKEND"] = "torch"
import keras
import torch

model = keras.Sequential([keras.layers.Input((3,)), keras.layers.Dense(2)])
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
criterion = torch.nn.CrossEntropyLoss()
for _ in range(3):
    loss = criterion(model(torch.randn(4, 3)), torch.tensor([0, 1, 0, 1]))
    model.zero_grad()
    loss.backward()
    optimizer.step()
