import tensorflow as tf

from pinn.net import FieldNet
from pinn.physics import boundary, oscillator_residual


def objective(net, t):
    return oscillator_residual(net, t, 0.2, 1.0) + boundary(net)


def main():
    tf.random.set_seed(0)
    net = FieldNet(8)
    optimizer = tf.keras.optimizers.Adam(1e-2)
    t = tf.linspace(0.0, 3.0, 20)[:, None]
    for _ in range(10):
        with tf.GradientTape() as tape:
            loss = objective(net, t)
        variables = net.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    print(f"loss {loss.numpy():.4f}")


if __name__ == "__main__":
    main()
