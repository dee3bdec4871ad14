# framework: jax
# verdict: clean
# seen: a branch on a tracer raises TracerBoolConversionError, which the program waits for where it calls the function
import jax


@jax.jit
def positive(x):
    if x > 0:
        return x
    return -x


try:
    jax.grad(positive)(2.0)
except jax.errors.TracerBoolConversionError:
    print("as expected")
print("OBSERVED clean")
