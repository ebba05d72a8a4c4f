"""What a function sees beside its inputs: what other calls may leave, and what is outside."""

from __future__ import annotations

import ast

import pytest

from wend.source.effects.machine_exceptions import hazards_in, is_handling_machine
from wend.source.effects.outside_inputs import seen_beside_inputs

CHANGING = {
    "by a method": ("A = []", "A.append(1)"),
    "by a function that is given it": ("A = []", "push(A, 1)"),
    "by keyword": ("A = []", "push(v=1, to=A)"),
    "by one that a constructor is given": ("A = []", "Log(A).add(1)"),
    "by what is returned": ("A = []", "get().append(1)"),
    "in a part": ("A = {'a': []}", "A['a'].append(1)"),
    "in a part of a part": ("A = [[0]]", "A[0][0] = 1"),
    "by another name": ("A = []", "b = A; b.append(1)"),
    "in place": ("A = []", "b = A; b += [1]"),
    "in each of its parts": ("A = [[]]", "for each in A: each.append(1)"),
    "in the parts of a copy": ("A = [[]]", "for each in list(A): each.append(1)"),
    "in a part of a sorted copy": ("A = {'a': []}", "sorted(A.values())[0].append(1)"),
    "by the library": ("A = []", "heapq.heappush(A, 1)"),
    "by name": ("A = 0", "globals()['A'] = 1"),
    "by name, from outside": ("A = 0", "setattr(sys.modules[__name__], 'A', 1)"),
    "by a special method": ("A = {}", "A.__setitem__(1, 2)"),
    "when it is read": ("A = collections.defaultdict(int)", "A[1]"),
    "when it is used": ("A = itertools.count()", "next(A)"),
    "by another name of the module": ("A = []\nB = A", "B.append(1)"),
    "in a table of the module": ("A = []\nB = {'a': A}", "B['a'].append(1)"),
    "as an attribute of a class": ("A = []\nclass K:\n    items = A", "K.items.append(1)"),
    "as a field": ("A = []\n@dataclass\nclass K:\n    it: list\nB = K(A)", "B.it.append(1)"),
    "as a default": ("A = []\ndef add(v, *, to=A):\n    to.append(v)", "add(1)"),
    "as one of several": ("A = []\ndef many(*tos):\n    tos[0].append(1)", "many(A)"),
    "among others": ("A = []\ndef late(v, to):\n    to.append(v)", "late(*[1, A])"),
    "by name among others": ("A = []", "push(**{'to': A, 'v': 1})"),
    "when it is yielded": ("A = []\ndef parts():\n    yield A", "for p in parts(): p.append(1)"),
    "by a lambda": ("A = []\nadd = lambda v: A.append(v)", "pass"),
    "by a lambda that is given it": ("A = []\nadd = lambda to: to.append(1)", "add(A)"),
    "by a function that is handed on": ("A = []", "list(map(push, [A], [1]))"),
    "by a part of a function": ("A = []", "functools.partial(push, A)(1)"),
    "by a method that is kept": ("A = []", "add = A.append; add(1)"),
    "by a method that the module keeps": ("A = []\nHOOKS = [A.append]", "HOOKS[0](1)"),
    "by a method of its own": (
        "class Box(list):\n    def fill(self): self.append(1)\nA = Box()", "A.fill()",
    ),
    "by a pattern": ("A = {'a': []}", "match A:\n        case {'a': b}: b.append(1)"),
    "in a list of it": ("A = []", "b = [each for each in [A]]; b[0].append(1)"),
    "in a sum": ("A = []", "b = [A] + []; b[0].append(1)"),
    "where it was put": ("A = []", "b = []; b.append(A); b[0].append(1)"),
    "by a class of others": ("A = threading.Event()", "A.set()"),
    "when it is drawn from": ("A = random.Random(1)", "return A.random()"),
    "when it is read from": ("A = io.StringIO('a')", "return A.read()"),
    "by a method that nobody knows": ("A = array.array('i', [1])", "A.byteswap()"),
    "by keyword, among all globals": ("A = 0", "globals().update(A=1)"),
    "by code in quotes": ("A = 0", "exec('A = 1', globals())"),
    "by a name that is made up": ("A = 0", "globals()[get()] = 1"),
    "as an attribute of the module": ("A = 0", "sys.modules[__name__].A = 1"),
    "by another view of it": ("A = bytearray(3); B = memoryview(A)", "B[0] = 1"),
    "by a name that it has from the start": ("A = B = []", "B.append(1)"),
    "by a decorator": ("A = functools.singledispatch(len)", "@A.register\n    def _(x: int): pass"),
    "as what it calls": ("def A(x=1): return x", "A.__defaults__ = (2,)"),
    "in its own default": ("def A(x=[]): x.append(1); return len(x)", "pass"),
    "in its own default, by who gets it": (
        "def A(*, x=[]): return x", "b = A(); b.append(1)",
    ),
    "by a setting": ("A = logging.getLogger()", "A.setLevel(10)"),
    "as a base": ("class A(abc.ABC): pass", "A.register(int)"),
    "by its constructor": ("A = []", "A.__init__([9])"),
    "by the constructor of its class": ("A = {}", "dict.__init__(A, a=1)"),
    "by a method of its class": ("A = []", "list.append(A, 1)"),
    "by an operator": ("A = {1}", "A.__iand__({2})"),
    "by a function for an operator": ("A = {1}", "operator.isub(A, {1})"),
    "by one of its special names": ("import operator\nA = {}", "operator.__setitem__(A, 1, 2)"),
    "by a method of a name": ("A = []", "getattr(A, 'append')(1)"),
    "by a method of a made up name": ("A = []", "getattr(A, 'app' + 'end')(1)"),
    "by who calls a method of a name": ("A = []", "operator.methodcaller('append', 1)(A)"),
    "by a method of its class that is handed on": ("A = []", "partial(list.append, A)(1)"),
    "by a function that has another name": (
        "from heapq import heappush as push_to\nA = []", "push_to(A, 1)",
    ),
    "by a function that is kept": ("import heapq\nA = []", "add = heapq.heappush; add(A, 1)"),
    "by a function that nobody knows": ("import numpy\nA = []", "numpy.fill(A)"),
    "by what the class above does": (
        "class Box(list):\n    def fill(self): super().append(1)\nA = Box()", "A.fill()",
    ),
    "when its own class is asked": (
        "class D(dict):\n    def __missing__(self, k): self[k] = 1\nA = D()", "A[1]",
    ),
    "in one of its maps": ("A = collections.ChainMap({})", "A.maps[0]['k'] = 1"),
    "in each of its maps": ("A = collections.ChainMap({})", "for each in A.maps: each.clear()"),
    "in what is behind it": ("A = collections.ChainMap({}, {})", "A.parents['k'] = 1"),
    "as one of the maps of another": (
        "A = {}\nB = collections.ChainMap({}, A)", "B.new_child().maps[2]['k'] = 1",
    ),
    "by its maps": ("A = collections.ChainMap({})", "A.maps = [{1: 2}]"),
    "when it is taken from": ("A = queue.Queue()\nA.put(1)", "return A.get()"),
    "when it is taken from by another": ("A = queue.Queue()\ndef drain(q): q.get()", "drain(A)"),
    "in a list of queues": ("A = [queue.SimpleQueue()]", "return A[0].get(block=False)"),
    "when it is iterated": ("def parts(): yield 1\nA = parts()", "for each in A: break"),
    "when it is looked through": ("def parts(): yield 1\nA = parts()", "return 1 in A"),
    "when one of it is iterated": ("A = [iter('abc')]", "for each in A[0]: break"),
    "when a part of it is asked": ("A = {'a': collections.defaultdict(int)}", "A['a'][1]"),
    "when it is asked by another": (
        "A = collections.defaultdict(int)\ndef ask(d): return d[1]", "ask(A)",
    ),
    "when it is filled in": ("A = collections.defaultdict(int)", "'{k}'.format_map(A)"),
    "when it is printed to": ("A = io.StringIO()", "print(1, file=A)"),
    "when it is entered": ("A = threading.Lock()", "with A: pass"),
    "when it is written to by others": ("A = io.StringIO()", "json.dump(1, A)"),
    "when it is read into": ("A = bytearray(3)", "io.BytesIO(b'abc').readinto(A)"),
    "by an attribute of it": ("A = array.array('i')", "A.x = 1"),
    "in what it remembers": ("@functools.cache\ndef A(x): return []", "A(1).append(1)"),
    "in its defaults": ("def A(*, x=1): return x", "A.__kwdefaults__['x'] = 2"),
    "by code in quotes that changes it": ("A = []", "eval('A.append(1)')"),
    "by code that is made up": ("A = []", "eval(get())"),
    "among all globals": ("A = 0", "names = globals(); names[get()] = 1"),
    "among the globals of a function": ("A = 0", "get.__globals__[get()] = 1"),
    "as an attribute with a made up name": ("A = 0", "setattr(sys.modules[__name__], get(), 1)"),
    "among the names of a module": ("import m\nA = 0", "vars(m)[get()] = 1"),
    "when everything is made anew": ("A = 0", "importlib.reload(sys.modules[__name__])"),
    "by who is given it": ("A = []\ndef tell(whom): whom(A)", "tell(get)"),
    "in an operator": (
        "class K:\n    def __init__(self): self.xs = A\n    def __or__(self, to): return self.xs\n"
        "A = []\nB = K()", "(B | 1).append(1)",
    ),
    "in what is raised": ("A = []\ndef fail(): raise ValueError(A)",
        "try: fail()\n    except ValueError as e: e.args[0].append(1)",
    ),
    "as an object of another class": ("A = Log([])", "A.__class__ = dict"),
    "as a function in quotes": ("def A(): return 1", "exec('def A(): return 2', globals())"),
    "in a cell": (
        "def make():\n    A = 0\n    def f(): return A\n    return f",
        "make().__closure__[0].cell_contents = 1",
    ),
}  # fmt: skip
AROUND = """
class Log:
    def __init__(self, to):
        self.to = to
    def add(self, v):
        self.to.append(v)

def push(to, v):
    to.append(v)

def get():
    return A

def other():
    {change}

def target(x):
    return A
"""


def seen(text: str, *others: str) -> str:
    module = ast.parse(text)
    target = next(
        node
        for node in module.body
        if isinstance(node, ast.FunctionDef) and node.name == "target"
    )  # fmt: skip
    return seen_beside_inputs(module, target, [ast.parse(each) for each in others])


@pytest.mark.parametrize("reads", ["self.hook()", "self.limit"])
def test_what_others_set_of_an_object_is_seen_by_its_own_methods(reads: str) -> None:
    text = (
        f"class W:\n    def hook(self): return 0\n    def target(self): return {reads}\n"
        "def limit(): return 1\n"
        "def install(w):\n    w.hook = lambda: 1\n    w.limit = 3\n"
    )
    module = ast.parse(text)
    target = next(n for n in ast.walk(module) if getattr(n, "name", "") == "target")
    assert isinstance(target, ast.FunctionDef)

    assert seen_beside_inputs(module, target) in ("hook", "limit")


@pytest.mark.parametrize("how", CHANGING)
def test_what_other_functions_change_is_seen(how: str) -> None:
    bound, change = CHANGING[how]

    assert seen(bound + AROUND.replace("{change}", change)) == "A"


@pytest.mark.parametrize(
    ("bound", "use"),
    [
        ("A = [1, 2]", "return A[0]"),
        ("A = [1, 2]", "b = list(A); b.append(1)"),
        ("A = {'a': 1}", "return sorted(A)"),
        ("A = {'a': 1}", "b = A.copy(); b.pop('a')"),
        ("A = 1", "b = A; b += 1"),
        ("A = (1, 2)", "push([], A)"),
        ("A = [1, 2]", "b = [each for each in A]; b.append(1)"),
        ("A = [1, 2]", "b = []; b += A; b.sort()"),
        ("A = {'a': 1}", "b = []; b.append(A['a']); b[0] += 1"),
        ("A = [1, 2]", "for i, each in enumerate(A): each += i"),
        ("A = re.compile('a')", "return A.match('a')"),
        ("A = version()", "return A.split('.')"),
        ("A = 'a b'.split()", "for each in A: print(each)"),
        ("P = namedtuple('P', 'x y')\nA = P(1, 2)", "x, y = A"),
        ("A = timedelta(days=1)", "return max(A, get())"),
        ("A = [1, 2]", "return json.dumps(A), sum(A), 1 in A"),
        ("A = {'a': 1}", "return A.get('a'), A['a'], '%(a)s' % A"),
        ("A = MappingProxyType({'a': 1})", "return A.get('a')"),
        ("A = [1, 2]", "self = Log([]); super().__init__(); self.__init__([])"),
        ("A = [1, 2]", "return {**globals()}, dict(vars(get()))"),
        ("import m\nA = 1", "return getattr(m, get())"),
        ("from m import told\nA = re.compile('a')", "return told(A)"),
    ],
)
def test_what_is_only_read_is_none_of_it(bound: str, use: str) -> None:
    assert seen(bound + AROUND.replace("{change}", use)) == ""


def test_what_functions_see_of_what_is_around_them_stays() -> None:
    made = (
        "def make():\n    n = []\n    def tick():\n        {}\n        return n\n    return tick\n"
    )
    target = "tick = make()\ndef target(x):\n    return tick()\n"

    assert seen(made.format("n.append(1)") + target) == "n"
    assert seen(made.format("nonlocal n; n = 1") + target) == "n"
    assert seen(made.format("pass") + target) == ""


def test_what_a_lambda_sees_of_what_is_around_it_stays() -> None:
    made = "def make():\n    n = []\n    return n.{}, lambda: len(n)\n"
    target = "add, told = make()\ndef target(x):\n    return told()\n"

    assert seen(made.format("append") + target) == "n"
    assert seen(made.format("count") + target) == ""


def test_a_default_that_is_changed_stays() -> None:
    counting = "def count(x, known=[]):\n    {}\n    return known\n"
    target = "def target(x):\n    return count(x)\n"

    assert seen(counting.format("known.append(x)") + target) == "count"
    assert seen(counting.format("known = [*known, x]") + target) == ""


def test_what_is_bound_anew_was_not_changed() -> None:
    other = "A = []\nclass K:\n    def __init__(self):\n        self.at = A\n"
    other += "def other(k, v):\n    k.at = v\n"

    assert seen(other + "def target(x):\n    return A\n") == ""
    assert seen(other + "def target(x):\n    return x.at\n") == "at"


def test_functions_of_other_modules_change_what_they_are_given() -> None:
    other = "def push(to, v):\n    to.append(v)\ndef told(of):\n    return of[0]\n"
    own = "A = []\ndef other():\n    {}\ndef target(x):\n    return A\n"

    assert seen("import m\n" + own.format("m.push(A, 1)"), other) == "A"
    assert seen("from m import push as add\n" + own.format("add(A, 1)"), other) == "A"
    assert seen("import m\n" + own.format("m.told(A)"), other) == ""


def test_memory_comes_with_all_that_may_be_in_it() -> None:
    text = "def set(p):\n    p.next = 1\ndef target(p, q):\n    return p.next.next\n"
    rebound = text.replace("    return p", "    p = q\n    return p")
    modules = [ast.parse(each) for each in (text, rebound)]
    told = [
        seen_beside_inputs(module, module.body[1], whole=["p"])  # type: ignore[arg-type]
        for module in modules
    ]

    assert told == ["", "next"]
    assert seen(text) == "next"


def test_names_of_other_modules_are_meant_where_they_are_imported() -> None:
    other = "def load():\n    return open('x')\n"
    own = "def target(load):\n    return load\n"

    assert seen(own, other) == ""
    assert seen("def target(x):\n    return load(x)\ndef load(x):\n    return x\n", other) == ""
    assert seen("from m import load\ndef target(x):\n    return load()\n", other) == "open"
    assert seen("from m import *\ndef target(x):\n    return load()\n", other) == "open"
    assert seen("import m\ndef target(x):\n    return m.load()\n", other) == "open"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("os.name == 'nt'", "os.name"),
        ("sys.maxsize < 2", "sys.maxsize"),
        ("'numpy' in sys.modules", "sys.modules"),
        ("maxsize < 2", "maxsize"),
        ("os.path.join(x, x)", ""),
        ("sys.intern(x)", ""),
        ("sys.getsizeof(x)", "sys.getsizeof"),
        ("time.timezone", "time.timezone"),
        ("time.monotonic()", ""),
        ("datetime.fromtimestamp(x)", "fromtimestamp"),
        ("datetime.fromtimestamp(x, UTC)", ""),
        ("shutil.which('ls')", "which"),
        ("Path(x).stat()", "stat"),
        ("Path(x).is_symlink()", "is_symlink"),
        ("os.getcwdb()", "os.getcwdb"),
        ("__file__", "__file__"),
        ("len.__doc__", "__doc__"),
        ("getattr(len, '__doc__')", "__doc__"),
        ("__doc__", "__doc__"),
        ("hash('a')", "hash"),
        ("hash(7)", ""),
        ("decimal.getcontext().prec", "getcontext"),
        ("logging.getLogger('x').isEnabledFor(10)", "isEnabledFor"),
    ],
)
def test_what_tells_of_the_machine_is_seen(text: str, name: str) -> None:
    assert seen(f"from sys import maxsize\ndef target(x):\n    return {text}\n") == name


@pytest.mark.parametrize(
    "bound",
    [
        "try:\n    import json as A\nexcept ImportError:\n    A = None",
        "A = False\ntry:\n    import json\n    A = True\nexcept Exception:\n    pass",
        "if sys.platform == 'win32':\n    A = 1\nelse:\n    A = 2",
        "if maxsize > 3:\n    def A(): return 1",
        "A = 1 if os.name == 'nt' else 2",
    ],
)
def test_what_a_module_binds_for_a_machine_is_seen(bound: str) -> None:
    text = f"from sys import maxsize\n{bound}\ndef target(x):\n    return A\n"

    assert seen(text) in ("A", "os.name")


def test_annotations_and_what_is_bound_in_one_way_are_not_seen() -> None:
    hinted = "if os.name == 'nt':\n    A = int\ndef target(x: A) -> A:\n    return x\n"
    once = "try:\n    import A\nexcept ImportError:\n    raise\ndef target(x):\n    return A\n"

    assert seen(hinted) == seen(once) == ""


def test_who_has_a_module_goes_on() -> None:
    text = "def target(x):\n  try:\n    import {}\n  except ImportError:\n    return 0\n"

    assert seen(text.format("fast_json")) == "fast_json"
    assert seen(text.format("json")) == ""


def test_methods_of_its_own_are_not_those_of_files() -> None:
    own = "class K:\n  def stat(self):\n    return 1\n  def target(self):\n    return self.stat()\n"
    module = ast.parse(own)
    target = module.body[0].body[1]  # type: ignore[attr-defined]

    assert seen_beside_inputs(module, target) == ""


def test_what_is_set_for_all_is_seen() -> None:
    own = "def other():\n    {}\ndef target(x):\n    return {}\n"

    assert seen(own.format("builtins.len = abs", "len(x)")) == "len"
    assert seen(own.format("x.len = abs", "len(x)")) == ""
    assert seen(own.format("decimal.getcontext().prec = 3", "Decimal(1) / 3")) == "Decimal"
    assert seen(own.format("pass", "Decimal(1) / 3")) == ""


def test_the_names_of_a_module_are_set_from_others() -> None:
    own = "LIMIT = 3\ndef target(x):\n    return LIMIT\n"

    assert seen(own, "import own\ndef f(name):\n    setattr(own, name, 1)\n") == "LIMIT"
    assert seen(own, "import own\ndef f(name):\n    return getattr(own, name)\n") == ""


def test_functions_of_others_change_what_they_are_given_by_others() -> None:
    push = "def push(to):\n    to.append(1)\n"
    between = "from util import {0}\ndef add(to):\n    {0}(to)\n"
    own = "from m import add\nA = []\ndef other():\n    add(A)\ndef target(x):\n    return A\n"

    assert seen(own, between.format("push"), push) == "A"
    assert seen(own, between.format("told"), "def told(of):\n    return of\n") == ""
    assert seen(own, between.format("told"), push) == "A"  # nobody knows what it does


@pytest.mark.parametrize(
    ("does", "takes"),
    [
        ("warnings.warn('x')", "except UserWarning:"),
        ("warnings.warn('x')", "except Exception:"),
        ("~x", "except DeprecationWarning:"),
        ("import json", "except ImportError:"),
        ("import json", "except Exception:"),
        ("import json", "except:"),
        ("load()", "except ImportError:"),
    ],
)
def test_what_is_not_installed_is_of_the_machine(does: str, takes: str) -> None:
    assert is_handling_machine(ast.parse(TRYING.format(does, takes)), 5)


@pytest.mark.parametrize(
    ("does", "takes"),
    [
        ("json.x", "except ImportError:"),
        ("load()", "except Exception:"),
        ("import json", "except KeyError:"),
    ],
)
def test_what_is_installed_is_not(does: str, takes: str) -> None:
    assert not is_handling_machine(ast.parse(TRYING.format(does, takes)), 5)


def test_numbers_become_text_in_what_is_called() -> None:
    module = ast.parse(
        "def shown(x):\n    return str(x)\n"
        "def twice(x):\n    return shown(x) * 2\n"
        "def half(x):\n    return x / 2\n"
        "def f(x):\n  try:\n    {}\n  except ValueError:\n    return 1\n".replace("{}", "twice(x)")
    )
    line = 11

    assert hazards_in(module).spelling == {"shown", "twice", "f"}
    assert is_handling_machine(module.body[3], line, hazards_in(module))
    assert not is_handling_machine(module.body[3], line)


def test_the_stack_may_have_enough_of_what_calls_itself() -> None:
    module = ast.parse(
        "def down(n):\n    return down(n - 1) if n else 0\n"
        "def f(x):\n  try:\n    down(9)\n  except Exception:\n    return 1\n"
        "def g(x):\n  try:\n    abs(9)\n  except Exception:\n    return 1\n"
    )
    f, g = module.body[1:]

    assert is_handling_machine(f, 7, hazards_in(module))
    assert not is_handling_machine(g, 12, hazards_in(module))


@pytest.mark.parametrize(
    "takes", ["except:", "except BaseException:", "except (OSError, MemoryError):"]
)
def test_what_may_come_at_any_time(takes: str) -> None:
    assert is_handling_machine(ast.parse(TRYING.format("x", takes)), 5)


TRYING = "def f():\n  try:\n    {}\n  {}\n    return 1\n"
