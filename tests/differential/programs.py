"""Small random programs: sources, a body of steps, one scalar loss, one request for its gradient."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tests.differential.dialects import DIALECTS, Dialect

Values = Mapping[str, tuple[float, ...]]
Text = tuple[list[str], list[str]]
"""The lines of a program up to its loss, and those that ask for the gradient."""


@dataclass(frozen=True, slots=True)
class Step:
    """Lines of the body that belong together; `traits` are what the generator knows about them."""

    lines: tuple[str, ...]
    traits: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Program:
    dialect: Dialect
    layout: str
    sources: tuple[str, ...]
    values: Values
    helpers: tuple[tuple[str, ...], ...]
    steps: tuple[Step, ...]
    loss: str

    @property
    def traits(self) -> frozenset[str]:
        return frozenset[str]().union(*(step.traits for step in self.steps))

    def at(self, values: Values) -> Program:
        return replace(self, values=values)

    def elsewhere(self) -> Iterator[Program]:
        """The same program at other values: a branch that one point does not take may be taken at another."""
        for factor, shift in ((-1.0, 0.0), (0.3, 0.0), (1.0, 0.8), (-1.0, 1.5)):
            moved = {
                name: tuple(factor * each + shift for each in given) for name, given in self.values.items()
            }
            yield self.at(moved)

    def text(self, ask: bool = True) -> str:
        """The program; without its last words, the request for a gradient, if only the loss is wanted."""
        lines, request = _RENDER[self.dialect.name](self)
        return "\n".join(
            [*lines, *(request if ask else request[-1:] if self.dialect.name == "jax" else ()), ""]
        )

    def body(self) -> list[str]:
        return [line for step in self.steps for line in step.lines]

    def functions(self) -> list[str]:
        return [line for helper in self.helpers for line in (*helper, "", "")]


class _Author:
    """Writes one program."""

    def __init__(self, dialect: Dialect, seed: int) -> None:
        self.dice = random.Random(f"{dialect.name} {seed}")
        self.dialect = dialect
        self.layout = self.dice.choice(dialect.layouts)
        self.sources = tuple("ab"[: self.dice.choice((1, 2, 2))])
        self.names = [*self.sources, "c"]
        self.computed: list[str] = []
        self.helpers: list[tuple[str, ...]] = []
        self.count = 0

    def write(self) -> Program:
        values = {
            name: tuple(round(self.dice.uniform(0.3, 1.2), 3) for _ in range(3))
            for name in (*self.sources, "c")
        }
        steps = [self.first(name) for name in self.sources]
        steps += [self.step() for _ in range(self.dice.randint(1, 6))]
        # Every source has a part in the loss unless a step on the way takes it away.
        terms = list(
            dict.fromkeys(
                [*self.computed[: len(self.sources)], self.dice.choice(self.computed), self.computed[-1]]
            )
        )
        return Program(
            self.dialect,
            self.layout,
            self.sources,
            values,
            tuple(self.helpers),
            tuple(steps),
            " + ".join(terms),
        )

    def first(self, source: str) -> Step:
        return self.bound(self.dice.choice(self.dialect.smooth).format(source))

    def step(self) -> Step:
        kinds = {
            self.smooth: 6,
            self.pair: 6,
            self.view: 3,
            self.stop: 1,
            self.cut: 1,
            self.flat: 1,
            self.write_in_place: 3 if self.dialect.writes else 0,
            self.pause: 1 if self.dialect.pauses else 0,
            self.branch: 1,
            self.loop: 1,
            self.helper: 2,
            self.container: 2,
        }
        return self.dice.choices(list(kinds), list(kinds.values()))[0]()

    def any(self) -> str:
        return self.dice.choice([*self.names, *self.computed, *self.computed])

    def fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def bound(self, value: str, *traits: str) -> Step:
        name = self.fresh()
        self.computed.append(name)
        return Step((f"{name} = {value}",), frozenset(traits))

    def phrase(self, phrases: tuple[str, ...]) -> str:
        one, other = self.any(), self.any()
        while other == one:  # `x - x` is zero, whatever its gradient
            other = self.any()
        return self.dice.choice(phrases).format(one, other)

    def smooth(self) -> Step:
        return self.bound(self.phrase(self.dialect.smooth))

    def pair(self) -> Step:
        return self.bound(self.phrase(self.dialect.pairs))

    def view(self) -> Step:
        return self.bound(self.phrase(self.dialect.views))

    def stop(self) -> Step:
        return self.bound(self.phrase(self.dialect.stops), "stop")

    def cut(self) -> Step:
        phrase = self.phrase(self.dialect.cuts)
        weighs = ".item()" in phrase or "float(" in phrase or "np.mean" in phrase or "np.tanh" in phrase
        return self.bound(phrase, "cut", *(["weight"] if weighs else ()))

    def flat(self) -> Step:
        return self.bound(self.phrase(self.dialect.flat), "flat")

    def write_in_place(self) -> Step:
        return Step((self.phrase(self.dialect.writes),), frozenset({"write"}))

    def pause(self) -> Step:
        inner = self.bound(self.phrase(self.dialect.pairs), "pause")
        return replace(inner, lines=(self.dice.choice(self.dialect.pauses), *_indented(inner.lines)))

    def branch(self) -> Step:
        name = self.fresh()
        test = self.phrase(self.dialect.branches)
        first, second = self.phrase(self.dialect.pairs), self.phrase(self.dialect.smooth)
        self.computed.append(name)
        lines = (test, f"    {name} = {first}", "else:", f"    {name} = {second}")
        return Step(lines, frozenset({"branch"}))

    def loop(self) -> Step:
        start, name = self.any(), self.fresh()
        self.computed.append(name)
        again = self.dice.choice(self.dialect.pairs).format(name, self.any())
        lines = (f"{name} = {start}", "for _ in range(2):", f"    {name} = {again}")
        return Step(lines, frozenset({"loop"}))

    def helper(self) -> Step:
        name = f"helper{len(self.helpers) + 1}"
        kind = self.dice.choice(("smooth", "pairs", "views", "stops", "flat"))
        inner = self.dice.choice(getattr(self.dialect, kind)).format("x", "y")
        self.helpers.append((f"def {name}(x, y):", f"    z = {inner}", "    return z"))
        return self.bound(f"{name}({self.any()}, {self.any()})", *_TRAIT_OF.get(kind, ()))

    def container(self) -> Step:
        one, other = self.any(), self.any()
        name, box = self.fresh(), self.fresh()
        self.computed.append(name)
        kept, read = self.dice.choice(
            (
                (f"{box} = {{'one': {one}, 'other': {other}}}", f"{box}['one'] * {box}['other']"),
                (f"{box} = [{one}, {other}]", f"sum(each * 2.0 for each in {box})"),
                (f"{box} = ({one}, {other})", f"{box}[0] + {box}[1]"),
            )
        )
        return Step((kept, f"{name} = {read}"), frozenset({"container"}))


_TRAIT_OF = {"stops": ("stop",), "flat": ("flat",)}


def _indented(lines: tuple[str, ...] | list[str], by: str = "    ") -> tuple[str, ...]:
    return tuple(by + line for line in lines)


def program(dialect: str, seed: int) -> Program:
    return _Author(DIALECTS[dialect], seed).write()


def _vector(program: Program, name: str) -> str:
    return ", ".join(map(repr, program.values[name]))


def _constant(program: Program) -> str:
    return "c = " + program.dialect.constant.format(values=_vector(program, "c"))


def _weights(program: Program) -> str:
    return program.dialect.constant.format(values="0.3, 0.7, 1.1")


def _made(program: Program, name: str) -> str:
    return f"torch.tensor([{_vector(program, name)}])"


def _torch(program: Program) -> Text:
    head = [program.dialect.imports, "", "", *program.functions(), _constant(program)]
    body = [*program.body(), f"loss = (({program.loss}) * {_weights(program)}).sum()"]
    listed = ", ".join(program.sources)
    leaves = [
        f"{name} = torch.tensor([{_vector(program, name)}], requires_grad=True)" for name in program.sources
    ]
    optimizer = "optimizer = torch.optim.SGD([{}], lr=0.1)"
    zeroed, request = "optimizer.zero_grad()", ["loss.backward()", "optimizer.step()"]
    if program.layout == "script":
        parts = [*leaves, optimizer.format(listed), zeroed, *body]
    elif program.layout == "function":
        made = [f"def objective({listed}, c):", *_indented(body), "    return loss"]
        call = f"loss = objective({listed}, c)"
        parts = ["", "", *made, "", "", *leaves, optimizer.format(listed), zeroed, call]
    else:
        made = [
            "class Model(nn.Module):",
            "    def __init__(self):",
            "        super().__init__()",
            *(
                f"        self.{name} = nn.Parameter(torch.tensor([{_vector(program, name)}]))"
                for name in program.sources
            ),
            "",
            "    def forward(self, c):",
            *(f"        {name} = self.{name}" for name in program.sources),
            *_indented(body, " " * 8),
            "        return loss",
        ]
        parts = ["", "", *made, "", "", "model = Model()", optimizer.format("*model.parameters()")]
        parts += [zeroed, "loss = model(c)"]
    return [*head, *parts], request


def _tape(program: Program) -> Text:
    head = [program.dialect.imports, "", "", *program.functions(), _constant(program)]
    listed = ", ".join(program.sources)
    leaves = [
        f"{name} = tf.Variable([{_vector(program, name)}], dtype=tf.float64)" for name in program.sources
    ]
    body = [*program.body(), f"loss = tf.reduce_sum(({program.loss}) * {_weights(program)})"]
    ask = f"gradients = tape.gradient(loss, [{listed}])"
    recorded = "with tf.GradientTape(persistent=True) as tape:"
    if program.layout == "script":
        parts = [*leaves, recorded, *_indented(body)]
    elif program.layout == "function":
        made = [f"def objective({listed}, c, tape):", *_indented(body), "    return loss"]
        parts = ["", "", *made, "", "", *leaves, recorded, f"    loss = objective({listed}, c, tape)"]
    else:
        first, rest = (
            list(program.steps[0].lines),
            [line for step in program.steps[1:] for line in step.lines],
        )
        parts = [*leaves, *first, recorded, *_indented([*rest, body[-1]])]
    return [*head, *parts], [ask]


def _jax(program: Program) -> Text:
    head = [program.dialect.imports, "", "", *program.functions(), _constant(program), "", ""]
    listed = ", ".join(program.sources)
    body = [*program.body(), f"loss = (({program.loss}) * {_weights(program)}).sum()", "return loss"]
    decorated = ["@jax.jit"] if program.layout == "jit" else []
    made = [*decorated, f"def objective({listed}, c):", *_indented(body)]
    leaves = [f"{name} = jnp.array([{_vector(program, name)}])" for name in program.sources]
    numbers = ", ".join(map(str, range(len(program.sources))))
    which = f"argnums=({numbers},)"
    loss = f"loss = objective({listed}, c)"
    if program.layout == "value_and_grad":
        request = [f"_, gradients = jax.value_and_grad(objective, {which})({listed}, c)", loss]
    else:
        request = [f"gradients = jax.grad(objective, {which})({listed}, c)", loss]
    return [*head, *made, "", "", *leaves], request


_RENDER = {"torch": _torch, "tape": _tape, "jax": _jax}
