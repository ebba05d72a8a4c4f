"""What is outside of the program: the machine, the user, files, clocks and chance.

A result that depends on these may be different for another user, on another machine, or next time.
"""

from __future__ import annotations

from wend.source.library.fact import Fact

READS_ENVIRONMENT = Fact({
    "getpass": "getuser",
    "locale": "getlocale getpreferredencoding localeconv",
    "os": "environ environb getcwd getcwdb getenv getenvb getlogin",
    "os.path": "abspath expanduser expandvars realpath",
    "pathlib.Path": "absolute cwd expanduser home resolve",
    "shutil": "which",
    "tempfile": "gettempdir",
    "time": "ctime localtime mktime",
})  # fmt: skip
"""Functions that depend on environment variables, the working directory, the user, or on the time
zone and the locale, which are set by environment variables."""

LOCAL_TIME = {"astimezone": 0, "fromtimestamp": 1, "timestamp": 0}
"""Methods of `datetime` that use the time zone of the machine if they get no more than so many
arguments."""

READS_FILES = Fact({
    "builtins": "open",
    "glob": "glob iglob",
    "os": "listdir lstat scandir stat",
    "os.path": "exists getatime getctime getmtime getsize isdevdrive isdir isfile isjunction islink"
    " ismount lexists realpath samefile",
    "pathlib.Path": "exists glob is_block_device is_char_device is_dir is_fifo is_file is_junction"
    " is_mount is_socket is_symlink iterdir lstat open owner read_bytes read_text readlink resolve"
    " rglob samefile stat",
    "shutil": "disk_usage which",
})  # fmt: skip
"""Functions that depend on which files there are, or on what is in them."""

TELLS_OF_PROCESS = Fact({
    "asyncio": "current_task",
    "builtins": "input",
    "gc": "isenabled",
    "io.TextIOWrapper": "isatty",
    "os": "cpu_count getpid getppid isatty",
    "platform": "platform",
    "signal": "getsignal",
    "socket": "gethostname",
    "sys": "argv getrecursionlimit platform stdin version_info",
    "threading": "active_count current_thread get_ident",
})  # fmt: skip
"""Names that depend on how the process was started, or on the machine."""

TELLS_OF_SETUP = Fact({
    "": "__builtins__ __cached__ __doc__ __file__ __loader__ __package__ __path__ __spec__"
    " cache_info co_filename",
    "builtins": "__import__",
    "decimal": "getcontext",
    "importlib": "import_module",
    "importlib.util": "find_spec",
    "inspect": "getdoc getfile getsource getsourcefile getsourcelines",
    "logging.Logger": "getEffectiveLevel isEnabledFor",
})  # fmt: skip
"""Names that depend on where the code is installed and on how the program is set up; `python -OO`
leaves out docstrings."""

SAME_ON_ALL_MACHINES = Fact({
    "os": "PathLike fsdecode fsencode fspath path strerror",
    "sys": "exc_info exception exit float_info hash_info int_info intern maxunicode stderr stdout",
    "time": "CLOCK_BOOTTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID"
    " CLOCK_REALTIME CLOCK_TAI CLOCK_THREAD_CPUTIME_ID __doc__ __loader__ __name__ __package__"
    " __spec__ _STRUCT_TM_ITEMS asctime clock_getres clock_gettime clock_gettime_ns clock_settime"
    " clock_settime_ns ctime get_clock_info gmtime localtime mktime monotonic monotonic_ns"
    " perf_counter perf_counter_ns process_time process_time_ns pthread_getcpuclockid sleep"
    " strftime strptime struct_time thread_time thread_time_ns time time_ns tzset",
})  # fmt: skip
"""Names of modules that tell of the machine which do not: every other name of these modules does.
Clocks differ from run to run anyway, and are noticed where they are read."""

OUTSIDE = READS_ENVIRONMENT | READS_FILES | TELLS_OF_PROCESS | TELLS_OF_SETUP
"""Names by which code sees more than its inputs."""


MACHINE_MODULES = SAME_ON_ALL_MACHINES.homes.keys()


def tells_of_machine(module: str | None, name: str) -> bool:
    """Whether `module.name` may be different on another machine. Of a module in `MACHINE_MODULES`
    every name is supposed to be, unless the table says that it is not."""
    same = SAME_ON_ALL_MACHINES.homes.get(module or "")
    return same is not None and (name not in same or name in OUTSIDE)


# What is different each time, or in the next process

CLOCKS = Fact({
    "datetime.datetime": "now today utcnow",
    "time": "monotonic monotonic_ns perf_counter perf_counter_ns process_time process_time_ns"
    " thread_time thread_time_ns time time_ns",
})  # fmt: skip
"""Functions that tell the time."""

TELLS_NOW = {"asctime": 0, "ctime": 0, "gmtime": 0, "localtime": 0, "strftime": 1}
"""Functions of `time` that tell the present time unless they get a time as this argument."""

DRAWS = Fact({
    "": "random secrets",
    "os": "getrandom urandom",
    "random.Random": "getrandbits randbytes random",
    "uuid": "uuid1 uuid4",
})  # fmt: skip
"""Modules and functions that draw random numbers."""

DRAWS_BY_MODULE = Fact({
    "random": "betavariate binomialvariate choice choices expovariate gammavariate gauss"
    " getrandbits lognormvariate normalvariate paretovariate randbytes randint random randrange"
    " sample triangular uniform vonmisesvariate weibullvariate",
    "random.Random": "betavariate binomialvariate choice choices expovariate gammavariate gauss"
    " lognormvariate normalvariate paretovariate randint randrange sample triangular uniform"
    " vonmisesvariate weibullvariate",
})  # fmt: skip
"""Functions that draw, and have names that mean anything elsewhere: code that uses them mentions
their module, which is in `DRAWS`, too."""

DIFFERS_BY_PROCESS = Fact({"builtins": "hash id", "os": "getpid getppid", "threading": "get_ident"})
"""Functions whose results are different in the next process."""

VARIES = CLOCKS | DRAWS | DIFFERS_BY_PROCESS
"""Names of what is another value in the next process."""

IMPURE_MODULES = frozenset(
    """_io _locale _random _socket _thread _uuid _weakref atexit faulthandler gc io locale nt os
    posix random secrets select signal socket subprocess sys tempfile threading time uuid
    weakref""".split()  # noqa: SIM905
)
"""Modules whose native functions depend on more than their arguments, or do more than return."""

OUTSIDE_MODULES = frozenset("_locale _socket _uuid nt os posix select socket time".split())  # noqa: SIM905
"""Modules whose native functions tell of the world outside: another time they may tell otherwise.
"""

IMPURE = Fact({"builtins": "compile delattr eval exec id input open print setattr"})
"""Builtins that depend on more than their arguments, or do more than return. `hash` of text differs
between processes, but those that wend makes all have the same."""

OF_PATH_TEXT = Fact({
    "os": "fspath",
    "posix": "_path_normpath _path_splitroot _path_splitroot_ex",
})  # fmt: skip
"""Functions of `OUTSIDE_MODULES` that depend on the text of a path alone."""
