# framework: tensorflow
# verdict: clean
# seen: teacher.predict gives soft labels (constants), numpy for patience and agreement only
"""Knowledge distillation: soft labels are precomputed once with predict()."""
import numpy as np
import tensorflow as tf
from tensorflow import keras

T = 3.0


def net(width, name):
    i = keras.Input((10,))
    h = keras.layers.Dense(width, activation="relu")(i)
    return keras.Model(i, keras.layers.Dense(4)(h), name=name)


def soft_labels(teacher, x):
    logits = teacher.predict(x, verbose=0) / T
    e = np.exp(logits - logits.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def distil(teacher, student, x, y, epochs=2, alpha=0.7):
    data = tf.data.Dataset.from_tensor_slices((x, y, soft_labels(teacher, x))).batch(16)
    opt = keras.optimizers.Adam(1e-2)
    hard = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    best, patience = np.inf, 0
    for epoch in range(epochs):
        seen = []
        for bx, by, bt in data:
            with tf.GradientTape() as tape:
                logits = student(bx, training=True)
                soft = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=bt, logits=logits / T))
                loss = alpha * T ** 2 * soft + (1 - alpha) * hard(by, logits)
            grads = tape.gradient(loss, student.trainable_variables)
            opt.apply_gradients(zip(grads, student.trainable_variables))
            seen.append(loss.numpy())
        mean = float(np.mean(seen))
        patience = 0 if mean < best else patience + 1
        best = min(best, mean)
        agree = np.mean(student.predict(x, verbose=0).argmax(1) == teacher.predict(x, verbose=0).argmax(1))
        print(f"epoch {epoch}: {mean:.4f}, agreement {agree:.2f}")
        if patience:
            opt.learning_rate.assign(opt.learning_rate * 0.5)
    return grads


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    g = distil(net(32, "teacher"), net(6, "student"), rng.normal(size=(48, 10)).astype("float32"), rng.integers(0, 4, 48))
    assert len(g) == 4 and all(float(tf.norm(v)) > 0 for v in g)
