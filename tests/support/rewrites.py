"""Rewrites that change how a program is written and not what it does.

Each takes a module and gives another one, or None where it has nothing to rewrite or cannot be sure that the meaning
stays. Comments stay on their lines, so that a mark still stands on the statement that it is about.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst
from libcst import matchers as m

Rewrite = Callable[[cst.Module], cst.Module | None]
REWRITES: dict[str, Rewrite] = {}
_UNSAFE = frozenset({"globals", "locals", "vars", "exec", "eval", "__name__", "__file__", "inspect"})


def rewrite(function: Rewrite) -> Rewrite:
    REWRITES[function.__name__] = function
    return function


def applied(name: str, source: str) -> str | None:
    """The rewritten text; None where there is nothing to rewrite."""
    made = REWRITES[name](cst.parse_module(source))
    return made.code if made is not None and made.code != source else None


def _names(node: cst.CSTNode) -> set[str]:
    return {each.value for each in m.findall(node, m.Name()) if isinstance(each, cst.Name)}


def _is_import(statement: cst.BaseStatement | cst.BaseSmallStatement) -> bool:
    return m.matches(statement, m.SimpleStatementLine(body=[m.AtLeastN(m.Import() | m.ImportFrom(), n=1)]))


def _parts(module: cst.Module) -> tuple[list[cst.BaseStatement], list[cst.BaseStatement]]:
    """The docstring and imports at the top, and all the rest."""
    body = [each for each in module.body if isinstance(each, cst.BaseStatement)]
    count = 0
    while count < len(body) and (_is_import(body[count]) or _is_text(body[count])):
        count += 1
    return body[:count], body[count:]


def _is_text(statement: cst.BaseStatement) -> bool:
    return m.matches(statement, m.SimpleStatementLine(body=[m.Expr(value=m.SimpleString())]))


def _can_move(body: Sequence[cst.BaseStatement]) -> bool:
    """Nothing hangs on being at the top level of the module."""
    block = cst.Module(list(body))
    return not (
        _names(block) & _UNSAFE
        or m.findall(block, m.Global() | m.ImportStar())
        or any(_is_import(each) for each in body)
    )


def _statement(text: str) -> cst.BaseStatement:
    made = cst.parse_module(text).body[0]
    assert isinstance(made, cst.BaseStatement)
    return made


def _function(name: str, parameter: str, body: Sequence[cst.BaseStatement]) -> cst.FunctionDef:
    made = _statement(f"def {name}({parameter}):\n    pass\n")
    assert isinstance(made, cst.FunctionDef)
    return made.with_changes(body=cst.IndentedBlock(list(body)))


@rewrite
def in_a_function(module: cst.Module) -> cst.Module | None:
    top, rest = _parts(module)
    if not rest or not _can_move(rest):
        return None
    return module.with_changes(body=[*top, _function("everything", "", rest), _statement("everything()\n")])


@rewrite
def in_a_method(module: cst.Module) -> cst.Module | None:
    top, rest = _parts(module)
    if not rest or not _can_move(rest):
        return None
    cls = _statement("class Everything:\n    pass\n")
    assert isinstance(cls, cst.ClassDef)
    cls = cls.with_changes(body=cst.IndentedBlock([_function("run", "self_", rest)]))
    return module.with_changes(body=[*top, cls, _statement("Everything().run()\n")])


# -- expressions --------------------------------------------------------------------------


class _Assigned(cst.CSTTransformer):
    """Puts another expression of the same value in the place of what a plain name is assigned."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        value = updated_node.value
        single = len(updated_node.targets) == 1 and isinstance(updated_node.targets[0].target, cst.Name)
        if not single or not isinstance(value, (cst.Call, cst.BinaryOperation)):
            return updated_node
        whole = cst.parse_expression(self.pattern)
        made = whole.visit(_Fill(value))
        assert isinstance(made, cst.BaseExpression)
        return updated_node.with_changes(value=made)


class _Fill(cst.CSTTransformer):
    def __init__(self, value: cst.BaseExpression) -> None:
        self.value = value

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        if updated_node.value != "HERE":
            return updated_node
        if self.value.lpar:
            return self.value
        return self.value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _expressions(name: str, pattern: str, *needed: str) -> None:
    def change(module: cst.Module) -> cst.Module | None:
        changed = module.visit(_Assigned(pattern))
        if changed.deep_equals(module):
            return None
        top, rest = _parts(changed)
        return changed.with_changes(body=[*top, *map(_statement, needed), *rest])

    REWRITES[name] = change


_expressions("list_item", "[HERE][0]")
_expressions("tuple_item", "(None, HERE)[1]")
_expressions("dict_item", "{'value': HERE}['value']")
_expressions("walrus", "(held_ := HERE)")
_expressions("conditional", "HERE if True else None")
_expressions("called_lambda", "(lambda given_: given_)(HERE)")
_expressions("namespace", "SimpleNamespace(value=HERE).value", "from types import SimpleNamespace\n")
_expressions("identity_helper", "same_(HERE)", "def same_(given_):\n    return given_\n")
_expressions(
    "identity_partial",
    "partial(same_, HERE)()",
    "from functools import partial\n",
    "def same_(given_):\n    return given_\n",
)
_expressions(
    "named_tuple",
    "Held_(HERE).value",
    "from typing import NamedTuple, Any\n",
    "class Held_(NamedTuple):\n    value: Any\n",
)
_expressions(
    "data_class",
    "Held_(HERE).value",
    "from dataclasses import dataclass\n",
    "@dataclass\nclass Held_:\n    value: object\n",
)
_expressions(
    "object_attribute",
    "Held_(HERE).value",
    "class Held_:\n    def __init__(self, value):\n        self.value = value\n",
)


# -- statements ---------------------------------------------------------------------------


class _Stacks(cst.CSTTransformer):
    def leave_With(self, original_node: cst.With, updated_node: cst.With) -> cst.With:
        if updated_node.asynchronous is not None or any(
            each.asname is not None for each in updated_node.items
        ):
            return updated_node
        if not isinstance(updated_node.body, cst.IndentedBlock):
            return updated_node
        code = cst.Module([]).code_for_node
        entered = [_statement(f"stack_.enter_context({code(each.item)})\n") for each in updated_node.items]
        head = _statement("with contextlib.ExitStack() as stack_:\n    pass\n")
        assert isinstance(head, cst.With)
        body = updated_node.body.with_changes(body=[*entered, *updated_node.body.body])
        return updated_node.with_changes(items=head.items, body=body)


@rewrite
def exit_stack(module: cst.Module) -> cst.Module | None:
    changed = module.visit(_Stacks())
    if changed.deep_equals(module):
        return None
    top, rest = _parts(changed)
    return changed.with_changes(body=[*top, _statement("import contextlib\n"), *rest])


class _Decorates(cst.CSTTransformer):
    def __init__(self, methods: bool) -> None:
        self.methods = methods
        self._classes: list[cst.ClassDef] = []

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._classes.append(node)

    def leave_ClassDef(self, original_node: cst.ClassDef, updated_node: cst.ClassDef) -> cst.ClassDef:
        self._classes.pop()
        return updated_node

    def leave_FunctionDef(
        self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef
    ) -> cst.FunctionDef:
        inside = bool(self._classes)
        if updated_node.decorators or inside != self.methods or m.findall(updated_node.body, m.Yield()):
            return updated_node
        if inside and any(_is_rule(each) for each in self._classes):
            return updated_node
        if inside and updated_node.name.value.startswith("__") and updated_node.name.value != "__init__":
            return updated_node
        return updated_node.with_changes(decorators=[cst.Decorator(cst.Name("watched_"))])


def _is_rule(cls: cst.ClassDef) -> bool:
    """A class of which a framework reads the signatures."""
    bases = {name for base in cls.bases for name in _names(base.value)}
    return bool(bases & {"Function", "NamedTuple", "Layer", "Model", "keras", "Enum"})


def _decorated(methods: bool, helper: str, *needed: str) -> Rewrite:
    def change(module: cst.Module) -> cst.Module | None:
        if "jax" in _names(module):
            return None  # transformations read positions and static arguments from the signature
        changed = module.visit(_Decorates(methods))
        if changed.deep_equals(module):
            return None
        top, rest = _parts(changed)
        return changed.with_changes(body=[*top, *map(_statement, needed), _statement(helper), *rest])

    return change


_WRAPPED = """def watched_(function_):
    @functools.wraps(function_)
    def inner_(*args_, **options_):
        return function_(*args_, **options_)

    return inner_
"""
_BARE = """def watched_(function_):
    def inner_(*args_, **options_):
        began_ = time.perf_counter()
        result_ = function_(*args_, **options_)
        print(function_.__name__, time.perf_counter() - began_)
        return result_

    return inner_
"""
REWRITES["decorated_functions"] = _decorated(False, _WRAPPED, "import functools\n")
REWRITES["decorated_methods"] = _decorated(True, _WRAPPED, "import functools\n")
REWRITES["timed_functions"] = _decorated(False, _BARE, "import time\n")
REWRITES["timed_methods"] = _decorated(True, _BARE, "import time\n")


class _Matched(cst.CSTTransformer):
    def leave_SimpleStatementLine(
        self, original_node: cst.SimpleStatementLine, updated_node: cst.SimpleStatementLine
    ) -> cst.BaseStatement:
        statement = updated_node.body[0]
        if len(updated_node.body) > 1 or not isinstance(statement, cst.Assign) or len(statement.targets) > 1:
            return updated_node
        target = statement.targets[0].target
        if not isinstance(target, cst.Name) or not isinstance(statement.value, cst.Call):
            return updated_node
        made = _statement(f"match HERE:\n    case {target.value}:\n        pass\n")
        assert isinstance(made, cst.Match)
        return cst.Match(
            subject=statement.value,
            cases=made.cases,
            leading_lines=updated_node.leading_lines,
            whitespace_after_colon=updated_node.trailing_whitespace,
        )


@rewrite
def match_binding(module: cst.Module) -> cst.Module | None:
    changed = module.visit(_Matched())
    return None if changed.deep_equals(module) else changed


# -- names --------------------------------------------------------------------------------


class _Renames(cst.CSTTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        return updated_node.with_changes(value=self.names.get(updated_node.value, updated_node.value))

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        return updated_node.with_changes(attr=original_node.attr)

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:
        return updated_node.with_changes(keyword=original_node.keyword)


def _functions(module: cst.Module) -> dict[str, cst.FunctionDef]:
    return {each.name.value: each for each in module.body if isinstance(each, cst.FunctionDef)}


@rewrite
def renamed_functions(module: cst.Module) -> cst.Module | None:
    names = {name: f"{name}_other" for name in _functions(module)}
    if not names or _names(module) & _UNSAFE or "__name__" in module.code:
        return None
    return module.visit(_Renames(names))


@rewrite
def aliased_modules(module: cst.Module) -> cst.Module | None:
    """`import torch` becomes `import torch as torch_`."""
    top, _ = _parts(module)
    names: dict[str, str] = {}
    for line in top:
        for each in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if isinstance(each, cst.Import) and len(each.names) == 1 and each.names[0].asname is None:
                if isinstance(each.names[0].name, cst.Name):
                    names[each.names[0].name.value] = f"{each.names[0].name.value}_"
    if not names or _names(module) & _UNSAFE or any(f"import {name}." in module.code for name in names):
        return None
    changed = module.visit(_Renames(names))
    return changed.visit(_Imports({value: key for key, value in names.items()}))


class _Imports(cst.CSTTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def leave_ImportAlias(
        self, original_node: cst.ImportAlias, updated_node: cst.ImportAlias
    ) -> cst.ImportAlias:
        name = updated_node.name
        if isinstance(name, cst.Name) and name.value in self.names and updated_node.asname is None:
            bound = cst.AsName(cst.Name(name.value))
            return updated_node.with_changes(name=cst.Name(self.names[name.value]), asname=bound)
        return updated_node

    def leave_ImportFrom(self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom) -> cst.ImportFrom:
        return updated_node.with_changes(
            module=_back(updated_node.module, self.names) if updated_node.module is not None else None,
            names=original_node.names,
        )


def _back(node: cst.BaseExpression, names: dict[str, str]) -> cst.BaseExpression:
    made = node.visit(_Renames(names))
    assert isinstance(made, cst.BaseExpression)
    return made


@rewrite
def aliased_functions(module: cst.Module) -> cst.Module | None:
    """What is called is another name for the function."""
    functions = _functions(module)
    if not functions or _names(module) & _UNSAFE:
        return None
    names = {name: f"{name}_alias" for name in functions}
    body: list[cst.BaseStatement] = []
    for each in module.body:
        assert isinstance(each, cst.BaseStatement)
        if isinstance(each, cst.FunctionDef):
            body += [each, _statement(f"{each.name.value}_alias = {each.name.value}\n")]
        else:
            made = each.visit(_Renames(names))
            assert isinstance(made, cst.BaseStatement)
            body.append(made)
    return module.with_changes(body=body)


class _Keywords(cst.CSTTransformer):
    def __init__(self, functions: dict[str, cst.FunctionDef]) -> None:
        self.functions = functions

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.Call:
        name = updated_node.func.value if isinstance(updated_node.func, cst.Name) else ""
        function = self.functions.get(name)
        if function is None or function.params.posonly_params:
            return updated_node
        if not isinstance(function.params.star_arg, cst.MaybeSentinel):
            return updated_node
        names = [each.name.value for each in function.params.params]
        if any(each.star for each in updated_node.args) or len(updated_node.args) > len(names):
            return updated_node
        nothing = cst.SimpleWhitespace("")
        equal = cst.AssignEqual(nothing, nothing)
        args = [
            arg if arg.keyword is not None else arg.with_changes(keyword=cst.Name(name), equal=equal)
            for arg, name in zip(updated_node.args, names)
        ]
        return updated_node.with_changes(args=args)


@rewrite
def keyword_arguments(module: cst.Module) -> cst.Module | None:
    functions = {name: each for name, each in _functions(module).items() if not each.decorators}
    changed = module.visit(_Keywords(functions))
    return None if changed.deep_equals(module) else changed
