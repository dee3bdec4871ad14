# framework: jax
# verdict: clean
# seen: Catalyst makes operations of the branches
import jax
import jax.numpy as jnp
import pennylane as qml


def flip(bits):
    for wire, bit in enumerate(bits):
        if bit:
            qml.PauliX(wires=wire)


@qml.qjit(autograph=True)
@qml.qnode(qml.device("lightning.qubit", wires=2))
def circuit(bits):
    flip(bits)
    return qml.probs()


@jax.jit
def trial(bits):
    return circuit(bits)[3]


assert float(trial(jnp.array([1, 1]))) == 1.0
print("OBSERVED clean", "Catalyst makes operations of the branches")
