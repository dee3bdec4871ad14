import tensorflow as tf

from inference import predict_scores, top_class
from losses import ranking_loss
from model import Ranker


def make_data(n):
    x = tf.random.normal([n, 6], seed=1)
    return x, tf.argmax(x[:, :3], axis=-1)


def main():
    tf.random.set_seed(0)
    model = Ranker(6, 12, 3)
    optimizer = tf.keras.optimizers.SGD(0.1)
    x, y = make_data(64)
    for step in range(5):
        scores = predict_scores(model, x)
        with tf.GradientTape() as tape:
            loss = ranking_loss(y, scores)
        grads = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(grads, model.trainable_variables))
        accuracy = float((top_class(scores) == y.numpy()).mean())
        print(f"step {step} loss {float(loss):.4f} accuracy {accuracy:.3f}")


if __name__ == "__main__":
    main()
