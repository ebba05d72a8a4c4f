"""What is printed where wend itself failed, and the file that it names."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from wend.errors import WendError


def tell(error: BaseException) -> None:
    """Tells of a fault that ends a command."""
    from wend.path.fault import failure_file, fault_of

    fault = fault_of(error)
    if fault.remedy:
        print(f"wend: {fault.says}; {fault.remedy}", file=sys.stderr)
        return
    print(f"wend: an error of wend itself, not of your code: {fault.says}", file=sys.stderr)
    file = failure_file(fault)
    print(f"wend: please report it{f' with {file}' if file else ''}", file=sys.stderr)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """A context for a part of the output: a fault in it is told, and costs nothing else."""
    try:
        yield
    except (WendError, BrokenPipeError):
        raise
    except Exception as error:
        tell(error)
