# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'IndexedSlices' and 'float'
import tensorflow as tf


class Embed(tf.Module):
    def __init__(self, vocab, dim):
        super().__init__()
        self.table = tf.Variable(tf.random.normal((vocab, dim)))

    def __call__(self, ids):
        return tf.nn.embedding_lookup(self.table, ids)


emb = Embed(5, 2)
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(emb(tf.constant([0, 2, 2])) ** 2)
g = tape.gradient(loss, emb.table)
emb.table.assign(emb.table - g * 0.1)  # HAZARD GL606
