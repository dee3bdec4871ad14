"""The house: imports point one way, no package is too large to be looked over, and no circle is a surprise."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter

from tests.name_lists import name_lists
from tests.support.imports import ROOT, Import, cycles, imports, modules

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PLAN = tomllib.loads((ROOT / "tests" / "layers.toml").read_text("utf-8"))
RANK = {package: rank for rank, layer in enumerate(PLAN["layers"]) for package in layer}
KNOWN = modules()
IMPORTS = imports(KNOWN)


def home(module: str) -> str:
    """The package that a module belongs to, as the layers name it."""
    while module not in RANK:
        module = module.rpartition(".")[0]
    return module


def told(one: Import) -> str:
    return f"{one.source}:{one.row} imports {one.target}"


def test_imports_point_to_lower_layers() -> None:
    excused = {(one["from"], one["to"]) for one in PLAN["excused"]}
    wrong = [
        told(one)
        for one in IMPORTS
        if home(one.source) != home(one.target) and RANK[home(one.target)] <= RANK[home(one.source)]
        if (one.source, one.target) not in excused
    ]
    assert wrong == []


def test_whatever_is_excused_is_still_there_and_says_why() -> None:
    there = {(one.source, one.target) for one in IMPORTS}
    for one in PLAN["excused"]:
        assert (one["from"], one["to"]) in there, one
        assert one["because"]
    circles = {package for circle in cycles(IMPORTS) for package in map(home_of_circle, [circle])}
    for one in PLAN["circles"]:
        assert one["within"] in circles, one
        assert one["because"]


def test_circles_stay_within_the_packages_that_need_them() -> None:
    allowed = {one["within"] for one in PLAN["circles"]}
    assert [circle for circle in cycles(late_ones_included()) if home_of_circle(circle) not in allowed] == []


def test_no_circle_is_needed_to_import_a_module() -> None:
    assert cycles(one for one in IMPORTS if not one.late) == []


def test_no_package_is_too_large_to_be_looked_over() -> None:
    sizes = Counter(module.rpartition(".")[0] for module, path in KNOWN.items() if path.name != "__init__.py")
    excused = {one["package"] for one in PLAN["large"]}
    assert {
        name: size for name, size in sizes.items() if size > PLAN["most_modules"] and name not in excused
    } == {}


def test_no_module_holds_more_than_one_idea() -> None:
    sizes = {name: path.read_text("utf-8").count("\n") for name, path in KNOWN.items()}
    assert {name: size for name, size in sizes.items() if size > PLAN["most_lines"]} == {}


def test_the_runner_imports_nothing_else_of_gradlint() -> None:
    runner = "gradlint.confirm.runner"
    assert [
        told(one) for one in IMPORTS if one.source.startswith(runner) and not one.target.startswith(runner)
    ] == []


def test_the_interpreter_finds_nothing_wrong() -> None:
    """It announces what happens; what of it is a misuse, monitors and libraries say."""
    wrong = {"gradlint.analysis.domain.misuses", "gradlint.analysis.domain.faults"}
    door = "gradlint.analysis.interpreter.node_builder"
    inside = [
        one
        for one in IMPORTS
        if one.source.startswith("gradlint.analysis.interpreter.") and one.source != door
    ]
    assert [told(one) for one in inside if one.target in wrong] == []


def test_what_is_private_to_libcst_is_used_in_one_place() -> None:
    private = re.compile(r"libcst\._|\._codegen|CSTNode\.__\w+__ =")
    users = {name for name, path in KNOWN.items() if private.search(path.read_text("utf-8"))}
    assert users == {"gradlint.analysis.project.libcst_hooks"}


def test_every_package_says_what_it_is_for() -> None:
    silent = [
        name
        for name, path in KNOWN.items()
        if path.name == "__init__.py" and not path.read_text("utf-8").startswith('"""')
    ]
    assert silent == []


def test_no_operation_is_compared_with_a_word() -> None:
    """`node.op == "eiter"` is a question that is never answered with yes; `Op.EITER` is an error."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in ("analysis", "rules")
        for path in sorted((ROOT / "gradlint" / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        and _is_operation(node.left)
        and any(map(_has_words, node.comparators))
    ]
    assert wrong == []


def _is_operation(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "op"


def _has_words(node: ast.expr) -> bool:
    inner = node.elts if isinstance(node, (ast.Tuple, ast.Set, ast.List)) else [node]
    return any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in inner)


def test_names_of_libraries_stay_in_the_data() -> None:
    # The index of what each rule reads is generated, and names facts of ours.
    places = ("analysis/", "rules/")
    outside = [
        each for each in name_lists() if each.path.startswith(places) and each.path != "rules/shared/index.py"
    ]
    assert sum(len(each.words) for each in outside) <= PLAN["most_names_outside"]


def late_ones_included() -> list[Import]:
    """All imports but those that are excused: what they close is no circle of ours."""
    excused = {(one["from"], one["to"]) for one in PLAN["excused"]}
    return [one for one in IMPORTS if (one.source, one.target) not in excused]


def home_of_circle(circle: list[str]) -> str:
    """The smallest package that holds all of a circle."""
    shared = circle[0].split(".")
    for module in circle[1:]:
        parts = module.split(".")
        while shared != parts[: len(shared)]:
            shared.pop()
    return ".".join(shared)
