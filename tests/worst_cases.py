"""Programs that grow without end in one direction, each with a broken gradient as far away as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

IMPORT = "import torch\n\n"
LEAF = "x = torch.ones(3, requires_grad=True)\n"
BROKEN = "x.exp_()\nx.sum().backward()\n"
"""The hazard: GL201 on the first line."""
CUT = ".detach()"
"""On the way of a gradient: GL401 where it stands."""


@dataclass(frozen=True, slots=True)
class Grower:
    """A family of programs, and the size that a user might just meet."""

    name: str
    size: int
    program: Callable[[int], str]

    @property
    def spare(self) -> int:
        """By how much the size can be divided and still show how the family grows."""
        return max(1, self.size // 16)


GROWERS: list[Grower] = []
Program = Callable[[int], str]


def grows(size: int) -> Callable[[Program], Program]:
    def register(program: Program) -> Program:
        GROWERS.append(Grower(program.__name__.replace("_", " "), size, program))
        return program

    return register


def lines(pattern: str, count: int, start: int = 0) -> str:
    """The pattern once per number, which it has as {i}, with the one before as {b}."""
    return "".join(
        pattern.replace("{i}", str(i)).replace("{b}", str(i - 1)) for i in range(start, start + count)
    )


def indented(text: str, depth: int = 1) -> str:
    return "".join("    " * depth + line for line in text.splitlines(keepends=True))


def nested(openings: Iterator[str], innermost: str) -> str:
    """Blocks inside each other, one level of indentation each."""
    made = []
    depth = 0
    for depth, opening in enumerate(openings, 1):
        made.append(" " * (depth - 1) + opening + "\n")
    return "".join(made) + "".join(" " * depth + line for line in innermost.splitlines(keepends=True))


# -- calls ----------------------------------------------------------------------------------


@grows(1500)
def call_chain(n: int) -> str:
    chain = f"def f0(x):\n    return x{CUT}\n\n\n" + lines(
        "def f{i}(x):\n    return f{b}(x) * 2\n\n\n", n - 1, 1
    )
    return f"{IMPORT}{chain}{LEAF}f{n - 1}(x).sum().backward()\n"


@grows(1000)
def call_chain_defined_backwards(n: int) -> str:
    chain = "".join(
        f"def f{i}(x):\n    y = f{i - 1}(x)\n    return y + {i}\n\n\n" for i in range(n - 1, 0, -1)
    )
    return f"{IMPORT}{chain}def f0(x):\n    return x{CUT}\n\n\n{LEAF}f{n - 1}(x).sum().backward()\n"


@grows(500)
def call_chain_nobody_starts(n: int) -> str:
    """Each function is first met by itself, with arguments about which nothing is known."""
    return IMPORT + lines("def f{i}(x, y):\n    return f{b}(y, x).exp()\n\n\n", n, 1) + LEAF + BROKEN


@grows(24)
def helpers_that_call_the_one_before_twice(n: int) -> str:
    """Two to the power of n calls for whoever follows each of them."""
    twice = lines("def f{i}(x):\n    return f{b}(x) + f{b}(x * 2)\n\n\n", n - 1, 1)
    return f"{IMPORT}def f0(x):\n    return x{CUT}\n\n\n{twice}{LEAF}f{n - 1}(x).sum().backward()\n"


@grows(200)
def mutually_recursive_helpers(n: int) -> str:
    ring = "".join(
        f"def f{i}(x, depth):\n    if depth == 0:\n        return x\n"
        f"    return f{(i + 1) % n}(x, depth - 1) + f{(i + 2) % n}(x, depth - 1)\n\n\n"
        for i in range(n)
    )
    return f"{IMPORT}{ring}{LEAF}y = f0(x, 1000)\n{BROKEN}"


@grows(1000)
def one_function_called_from_everywhere(n: int) -> str:
    helper = "def f(x, k, name):\n    y = x * k\n    if k > 3:\n        y = y.exp()\n    return y + len(name)\n\n\n"
    return IMPORT + helper + LEAF + lines("y{i} = f(x, {i}, 'n{i}')\n", n) + BROKEN


@grows(1500)
def methods_that_call_each_other(n: int) -> str:
    head = "class Net(torch.nn.Module):\n    def f0(self, x):\n        return x.detach()\n\n"
    body = indented(lines("def f{i}(self, x):\n    return self.f{b}(x).relu()\n\n", n - 1, 1))
    last = f"    def forward(self, x):\n        return self.f{n - 1}(x)\n\n\n"
    return f"{IMPORT}{head}{body}{last}{LEAF}Net()(x).sum().backward()\n"


@grows(3000)
def many_modules(n: int) -> str:
    one = (
        "class Net{i}(torch.nn.Module):\n    def __init__(self, size=3):\n        super().__init__()\n"
        "        self.layer = torch.nn.Linear(size, size)\n        self.other = Net{b}(size)\n\n"
        "    def forward(self, x):\n        return self.other(self.layer(x).relu())\n\n\n"
    )
    first = "class Net0(torch.nn.Module):\n    def forward(self, x):\n        return x\n\n\n"
    return IMPORT + first + lines(one, n // 4, 1) + LEAF + BROKEN


@grows(300)
def deep_inheritance(n: int) -> str:
    first = "class C0(torch.nn.Module):\n    def forward(self, x):\n        return x.detach()\n\n\n"
    rest = lines(
        "class C{i}(C{b}):\n    def forward(self, x):\n        return super().forward(x) + {i}\n\n\n",
        n - 1,
        1,
    )
    return f"{IMPORT}{first}{rest}{LEAF}C{n - 1}()(x).sum().backward()\n"


@grows(1500)
def closures_in_closures(n: int) -> str:
    """One factory after the other, each with a function of its own inside."""
    made = lines("def make{i}(f):\n    def inner(x):\n        return f(x) * {i}\n\n    return inner\n\n\n", n)
    used = "g = torch.detach\n" + lines("g = make{i}(g)\n", n)
    return f"{IMPORT}{made}{used}{LEAF}g(x).sum().backward()\n"


@grows(300)
def many_decorators(n: int) -> str:
    wrap = (
        "def wrap(f):\n    @functools.wraps(f)\n    def inner(*args, **kwargs):\n"
        "        return f(*args, **kwargs) + 1\n\n    return inner\n\n\n"
    )
    marked = "@wrap\n" * n + f"def loss(x):\n    return x.sum(){CUT}\n\n\n"
    return f"import functools\n{IMPORT}{wrap}{marked}{LEAF}loss(x).backward()\n"


@grows(500)
def lambdas(n: int) -> str:
    return (
        f"{IMPORT}f0 = lambda x: x{CUT}\n"
        + lines("f{i} = lambda x: f{b}(x) + {i}\n", n - 1, 1)
        + (f"{LEAF}f{n - 1}(x).sum().backward()\n")
    )


# -- statements -----------------------------------------------------------------------------


@grows(2000)
def long_function(n: int) -> str:
    body = lines("y = torch.relu(y + {i}).exp()\n", n)
    return f"{IMPORT}def loss(x):\n    y = x{CUT}\n{indented(body)}    return y.sum()\n\n\n{LEAF}loss(x).backward()\n"


@grows(10_000)
def assignments(n: int) -> str:
    return IMPORT + LEAF + lines("a{i} = x * {i}\n", n) + BROKEN


@grows(10_000)
def assignments_to_one_name(n: int) -> str:
    return f"{IMPORT}{LEAF}y = x{CUT}\n" + lines("y = y + {i}\n", n) + "y.sum().backward()\n"


@grows(5000)
def augmented_assignments(n: int) -> str:
    return f"{IMPORT}{LEAF}total = 0\n" + lines("total += (x * {i}).sum()\n", n) + BROKEN


@grows(3000)
def in_place_writes(n: int) -> str:
    return f"{IMPORT}{LEAF}y = x * 2\n" + lines("y.mul_({i})\n", n) + BROKEN


@grows(2000)
def writes_to_views(n: int) -> str:
    return (
        f"{IMPORT}x = torch.ones({n}, requires_grad=True)\ny = x * 2\n" + lines("y[{i}] = {i}\n", n) + BROKEN
    )


@grows(90)
def nested_branches(n: int) -> str:
    """Python allows a hundred levels of indentation."""
    tree = nested((f"if x.sum() > {i}:" for i in range(n)), "y = x.detach()\ny.sum().backward()\n")
    return IMPORT + LEAF + tree + BROKEN


@grows(90)
def nested_branches_with_both_sides(n: int) -> str:
    opening = "".join(" " * i + f"if flag{i}:\n" for i in range(n)) + " " * n + "y = x.exp()\n"
    closing = "".join(
        " " * i + "else:\n" + " " * (i + 1) + f"y = x * {i}\n" + " " * i + f"z{i} = y + 1\n"
        for i in reversed(range(n))
    )
    flags = ", ".join(f"flag{i}" for i in range(n))
    body = "y = x\n" + opening + closing + "return y.sum().detach()\n"
    return f"{IMPORT}def loss(x, {flags}):\n{indented(body)}\n\n{LEAF}loss(x, *[True] * {n}).backward()\n"


@grows(300)
def branches_in_sequence(n: int) -> str:
    """Two to the power of n ways for whoever keeps them apart."""
    body = "y = x.detach()\n" + lines(
        "if flags[{i}]:\n    y = y.exp()\n    z{i} = y\nelse:\n    y = y + {i}\n", n
    )
    return f"{IMPORT}def loss(x, flags):\n{indented(body)}    return y.sum()\n\n\n{LEAF}loss(x, [1] * {n}).backward()\n"


@grows(300)
def branches_that_return(n: int) -> str:
    body = lines("if flag == {i}:\n    return x.sum() * {i}\n", n)
    return (
        f"{IMPORT}def loss(x, flag):\n{indented(body)}    return x.sum(){CUT}\n\n\n{LEAF}loss(x, 5).backward()\n"
        + BROKEN
    )


@grows(1000)
def elif_chain(n: int) -> str:
    body = (
        "if flag == -1:\n    y = x\n"
        + lines("elif flag == {i}:\n    y = x * {i}\n", n)
        + "else:\n    y = x.exp()\n"
    )
    return f"{IMPORT}def loss(x, flag):\n{indented(body)}    return y.sum(){CUT}\n\n\n{LEAF}loss(x, 5).backward()\n"


@grows(3000)
def match_statement(n: int) -> str:
    body = (
        "match flag:\n"
        + indented(lines("case {i}:\n    y = x * {i}\n", n))
        + "    case _:\n        y = x.exp()\n"
    )
    return f"{IMPORT}def loss(x, flag):\n{indented(body)}    return y.sum(){CUT}\n\n\n{LEAF}loss(x, 5).backward()\n"


@grows(18)
def nested_loops(n: int) -> str:
    """Python allows twenty blocks inside each other; a loop whose body is run twice doubles per level."""
    tree = nested((f"for i{i} in range(k):" for i in range(n)), "y = y + x.exp()\n")
    return f"{IMPORT}{LEAF}y = x\nk = len(input())\n{tree}{BROKEN}"


@grows(500)
def loops_in_sequence(n: int) -> str:
    return f"{IMPORT}{LEAF}y = x\n" + lines("for i in range({i}):\n    y = y + x * i\n", n) + BROKEN


@grows(500)
def with_and_try(n: int) -> str:
    one = (
        "with torch.no_grad():\n    a = x + {i}\ntry:\n    y = y.exp() + a\nexcept ValueError:\n    y = x\n"
        "finally:\n    b = y\n"
    )
    return f"{IMPORT}{LEAF}y = x\n" + lines(one, n) + BROKEN


@grows(18)
def nested_try(n: int) -> str:
    opening = "".join(" " * i + "try:\n" for i in range(n)) + " " * n + "y = y.exp()\n"
    closing = "".join(
        " " * i
        + "except ValueError:\n"
        + " " * (i + 1)
        + "y = y + 1\n"
        + " " * i
        + "finally:\n"
        + " " * (i + 1)
        + "y = y * 2\n"
        for i in reversed(range(n))
    )
    return f"{IMPORT}{LEAF}y = x\n{opening}{closing}{BROKEN}"


# -- expressions ----------------------------------------------------------------------------


@grows(100_000)
def long_list(n: int) -> str:
    return f"{IMPORT}data = [\n" + "    1.5,\n" * n + f"]\n{LEAF}y = x * len(data)\n{BROKEN}"


@grows(20_000)
def long_list_of_pairs(n: int) -> str:
    return (
        f"{IMPORT}data = torch.tensor([\n"
        + lines("    [{i}, -{i}.5],\n", n)
        + f"])\n{LEAF}y = x * data\n{BROKEN}"
    )


@grows(20_000)
def long_dictionary(n: int) -> str:
    return (
        f"{IMPORT}data = {{\n"
        + lines("    'k{i}': ({i}, 'v'),\n", n)
        + f"}}\n{LEAF}y = x * data['k7'][0]\n{BROKEN}"
    )


@grows(80)
def nested_dictionaries(n: int) -> str:
    return f"{IMPORT}data = {'{1: [' * n}2{']}' * n}\n{LEAF}y = x * data[1][0][1][0]\n{BROKEN}"


@grows(80)
def nested_tuples(n: int) -> str:
    return f"{IMPORT}{LEAF}data = {'(x, ' * n}x{',)' * n}\na, b = data\n{BROKEN}"


@grows(500)
def attribute_chain(n: int) -> str:
    return f"{IMPORT}import config\n\n{LEAF}y = x * config" + ".part" * n + f"\n{BROKEN}"


@grows(500)
def method_chain(n: int) -> str:
    return f"{IMPORT}{LEAF}y = x{CUT}" + ".relu()" * n + "\ny.sum().backward()\n"


@grows(80)
def nested_calls(n: int) -> str:
    return f"{IMPORT}{LEAF}y = {'torch.relu(' * n}x{CUT}{')' * n}\ny.sum().backward()\n"


@grows(2000)
def boolean_expression(n: int) -> str:
    return f"{IMPORT}{LEAF}flag = (\n    1 == 1\n" + lines("    and x.sum() > {i}\n", n) + f")\n{BROKEN}"


@grows(2000)
def sum_of_terms(n: int) -> str:
    return f"{IMPORT}{LEAF}y = (\n    x{CUT}\n" + lines("    + {i}\n", n) + ")\ny.sum().backward()\n"


@grows(5000)
def strings_added(n: int) -> str:
    return f"{IMPORT}text = (\n    'a'\n" + lines("    + 'b{i}'\n", n) + f")\n{LEAF}{BROKEN}"


@grows(5000)
def strings_side_by_side(n: int) -> str:
    return f"{IMPORT}text = (\n    'a'\n" + lines("    'b{i}'\n", n) + f")\n{LEAF}{BROKEN}"


@grows(2000)
def formatted_string(n: int) -> str:
    return f"{IMPORT}{LEAF}text = (\n" + lines("    f'{x.sum()} {i}'\n", n) + f")\n{BROKEN}"


@grows(2000)
def wide_unpacking(n: int) -> str:
    names = ", ".join(f"a{i}" for i in range(n))
    return f"{IMPORT}{LEAF}{names} = {', '.join(['x'] * n)}\n{names} = [x] * {n}\n{BROKEN}"


@grows(1000)
def wide_call(n: int) -> str:
    names = ", ".join(f"a{i}" for i in range(n))
    given = ", ".join(f"a{i}=x" for i in range(n))
    return f"{IMPORT}def f({names}):\n    return a0{CUT}\n\n\n{LEAF}f({given}).sum().backward()\n"


@grows(18)
def nested_comprehensions(n: int) -> str:
    made = "x * k"
    for i in range(n):
        made = f"[{made} for i{i} in range(k)]"
    return f"{IMPORT}{LEAF}k = len(input())\ndata = {made}\n{BROKEN}"


@grows(80)
def conditional_expressions(n: int) -> str:
    made = "x"
    for i in range(n):
        made = f"(x * {i} if x.sum() > {i} else {made})"
    return f"{IMPORT}{LEAF}y = {made}\n{BROKEN}"


@grows(1000)
def stacked_results(n: int) -> str:
    """Every result goes into the next list: the graph of a network with all shortcuts."""
    return f"{IMPORT}{LEAF}all = [x]\n" + lines("all.append(torch.cat(all).sum() * {i})\n", n) + BROKEN


@grows(1000)
def shortcuts(n: int) -> str:
    """Two to the power of n ways through a graph with 2n edges."""
    return f"{IMPORT}{LEAF}y = x{CUT}\n" + lines("y = y + torch.relu(y)\n", n) + "y.sum().backward()\n"


@grows(1000)
def imports(n: int) -> str:
    return (
        IMPORT
        + lines("import absent{i}.part as p{i}\nfrom absent{i} import a, b as b{i}\n", n)
        + LEAF
        + BROKEN
    )


@grows(300)
def training_steps(n: int) -> str:
    one = (
        "optimizer.zero_grad()\nloss = model(x).pow({i}).mean()\nloss.backward()\noptimizer.step()\n"
        "losses.append(loss)\n"
    )
    head = "model = torch.nn.Linear(3, 3)\noptimizer = torch.optim.SGD(model.parameters(), lr=0.1)\nlosses = []\n"
    return IMPORT + LEAF + head + lines(one, n) + BROKEN


@grows(300)
def many_findings(n: int) -> str:
    return IMPORT + lines("x{i} = torch.ones(3, requires_grad=True)\nx{i}.exp_()\nx{i}.sum().backward()\n", n)


@grows(300)
def jax_transforms(n: int) -> str:
    made = lines(
        "def f{i}(x):\n    return jax.grad(lambda y: (y * {i}).sum())(x)\n\n\nout{i} = jax.jit(f{i})(jnp.ones(3))\n",
        n,
    )
    return (
        f"import jax\nimport jax.numpy as jnp\n\n\n{made}"
        + "g = jax.grad(lambda z: jnp.round(z).sum())(jnp.ones(3))\n"
    )


@grows(300)
def tapes(n: int) -> str:
    one = "with tf.GradientTape() as tape:\n    y{i} = v * {i}\ng{i} = tape.gradient(y{i}, v)\n"
    last = "with tf.GradientTape() as tape:\n    z = tf.round(v)\nout = tape.gradient(z, v)\n"
    return f"import tensorflow as tf\n\nv = tf.Variable([1.0, 2.0])\n{lines(one, n)}{last}"


@grows(300)
def hand_written_gradients(n: int) -> str:
    one = "def f{i}(x):\n    return np.sum(x ** {i})\n\n\ndef f{i}_grad(x):\n    return {i} * x ** ({i} - 1)\n\n\n"
    return f"import numpy as np\n{IMPORT}\n{lines(one, n, 2)}{LEAF}{BROKEN}"


@grows(400)
def values_stored_down_a_chain(n: int) -> str:
    return (
        f"{IMPORT}import config\n\n{LEAF}p0 = config.load()\n"
        + lines("p{i} = p{b}.part\np{i}.size = x * {i}\n", n, 1)
        + f"y = p{n}.size * 2\n{BROKEN}"
    )


@grows(200)
def things_stored_in_the_next_twice(n: int) -> str:
    return (
        f"{IMPORT}import config\n\n{LEAF}p0 = config.load(x)\n"
        + lines("p{i} = config.part(p{b}, p{b})\np{i}.left = p{b}\np{i}.right = p{b}\n", n, 1)
        + f"y = torch.relu(p{n}(x))\n{BROKEN}"
    )


@grows(300)
def values_stored_in_either_of_two_parts(n: int) -> str:
    return (
        f"{IMPORT}import sys\nimport config\n\n{LEAF}p0 = config.load()\n"
        + lines("p{i} = p{b}.left if sys.argv else p{b}.right\np{i}.size = x * {i}\n", n, 1)
        + f"y = p{n}(x)\n{BROKEN}"
    )


@grows(400)
def modules_that_hold_the_one_before_twice(n: int) -> str:
    return (
        IMPORT
        + "class Pair(torch.nn.Module):\n    def __init__(self, inner):\n        super().__init__()\n"
        + "        self.left = inner\n        self.right = inner\n        self.both = [inner, inner]\n\n\n"
        + "m0 = torch.nn.Linear(3, 3)\n"
        + lines("m{i} = Pair(m{b})\n", n, 1)
        + f"optimizer = torch.optim.SGD(m{n}.parameters(), lr=0.1)\n{LEAF}{BROKEN}"
    )
