"""A multilayer perceptron in plain JAX."""
