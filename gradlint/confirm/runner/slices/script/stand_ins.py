"""Texts that stand in for what cannot be imported: absent modules, and packages entered by the side door."""

from __future__ import annotations

STANDIN = '''
class Standin:
    """Stands for something that is not installed: may be called, indexed, inherited and used as a decorator."""

    made_up = True
    handed = 0

    def __init__(self, name):
        self.__dict__["_name"] = name

    def __getattr__(self, name):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Standin(self._name + "." + name)

    def __call__(self, *given, **named):
        if given and callable(given[0]):
            return given[0]
        if given and hasattr(given[0], "__iter__"):
            Standin.handed += self.is_used()
            return given[0]
        return Standin(self._name + "()")

    @staticmethod
    def is_used():
        """Whether the caller does anything with what it is given; the line of a logger does not."""
        import dis
        import sys

        caller = sys._getframe(2)
        later = (one.opname for one in dis.get_instructions(caller.f_code) if one.offset > caller.f_lasti)
        return next((name for name in later if name != "CACHE"), "") != "POP_TOP"

    def __mro_entries__(self, bases):
        last = self._name.rpartition(".")[2]
        first = next(one for one in bases if isinstance(one, Standin))
        taken = any(isinstance(one, type) and issubclass(one, BASE) for one in bases)
        return (BASE,) if self is first and not taken else (type(last, (), {}),)

    def __getitem__(self, key):
        return self

    def __iter__(self):
        Standin.handed += 1
        return iter(())

    def __or__(self, other):
        return self

    __ror__ = __add__ = __radd__ = __truediv__ = __rtruediv__ = __or__

    def __fspath__(self):
        return self._name

    def __instancecheck__(self, value):
        return False

    def __subclasscheck__(self, value):
        return False

    def __bool__(self):
        return False

    def __len__(self):
        Standin.handed += 1
        return 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __lt__(self, other):
        return False

    __gt__ = __le__ = __ge__ = __lt__

    def __hash__(self):
        return hash(self._name)
'''

ABSENT = '''
class Absent:
    """Finds a stand-in for every module that is not installed."""

    def __init__(self, *names):
        self.names = names
        for known in [one for one in sys.modules if self.covers(one)]:
            del sys.modules[known]

    def covers(self, name):
        return any(name == one or name.startswith(one + ".") for one in self.names)

    def find_spec(self, name, path=None, target=None):
        if self.covers(name):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.made_up = True
        module.__path__ = []
        module.__version__ = "0.0.0"
        module.__getattr__ = lambda name: Standin(spec.name).__getattr__(name)
        return module

    def exec_module(self, module):
        pass
'''

LIGHT = '''
class Light:
    """Enters packages of the project without running their __init__, which would import all the rest of them."""

    def __init__(self, *names):
        self.names = names

    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in self.names:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is not None and spec.submodule_search_locations is not None and spec.origin:
            spec.loader = Light(spec.origin)
        return spec

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__getattr__ = lambda name: self.look_up(module, name)

    def look_up(self, module, name):
        if name.startswith("__") and name != "__version__":
            raise AttributeError(name)
        with open(self.names[0], encoding="utf-8") as file:
            text = file.read()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                if any(isinstance(one, ast.Name) and one.id == name for one in node.targets):
                    return node.value.value
            if not isinstance(node, ast.ImportFrom):
                continue
            if node.names[0].name == "*":
                source = importlib.import_module("." * node.level + (node.module or ""), module.__name__)
                if hasattr(source, name):
                    return getattr(source, name)
            if any((one.asname or one.name) == name for one in node.names):
                source = importlib.import_module("." * node.level + (node.module or ""), module.__name__)
                taken = next(one.name for one in node.names if (one.asname or one.name) == name)
                try:
                    return getattr(source, taken)
                except AttributeError:
                    return importlib.import_module(source.__name__ + "." + taken)
        try:
            return importlib.import_module(module.__name__ + "." + name)
        except ModuleNotFoundError as error:
            if error.name != module.__name__ + "." + name:
                raise
        if "__entered__" not in vars(module):
            module.__entered__ = True
            exec(compile(text, self.names[0], "exec"), vars(module))
        if name in vars(module):
            return vars(module)[name]
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
'''
