import tensorflow as tf

from pde.net import build
from pde.solver import Solver

if __name__ == "__main__":
    solver = Solver(build())
    for _ in range(3):
        points = tf.random.uniform([32, 2], -1.0, 1.0)
        print(solver.step(points, tf.random.uniform([16, 1], -1.0, 1.0)))
