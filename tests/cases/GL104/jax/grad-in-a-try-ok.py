# framework: jax
# verdict: clean
# seen: float() of a tracer raises ConcretizationTypeError, which the program waits for around jax.grad
import jax


def scaled(x):
    return float(x) * x


try:
    jax.grad(scaled)(2.0)
except jax.errors.ConcretizationTypeError as error:
    assert "Abstract tracer value" in str(error)
else:
    raise SystemExit("float() of a tracer")
print("OBSERVED clean")
