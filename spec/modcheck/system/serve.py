"""Serve a Python module or class as a program that speaks the protocol.

    python -m modcheck.system.serve package.module[:Class]

A submission in Python can so be judged out of process, and confined, without a line added to it. It
answers as :mod:`.in_process` does. Whatever it does to its interpreter, such as ``sys.exit`` or
patching modules, it does only to itself. What it prints goes to standard error; its standard input
is empty.

This file needs the standard library alone, so that it also runs by its path, where only it can be
read. A check starts it often, so that it imports what is seldom needed, and takes long, only then.
"""

from __future__ import annotations

import builtins
import contextlib
import importlib
import json
import math
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, ValuesView
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cached_property, lru_cache, partial
from itertools import chain, islice
from types import CodeType, FunctionType, ModuleType
from typing import Any, BinaryIO, Final, NoReturn, TypeAlias

Json: TypeAlias = "bool | int | float | str | tuple[Json, ...] | None"
"""A value as it travels. An array of JSON is a tuple, as it cannot change."""

OBJECT: Final = "object"
"""The member of an argument that is an object: the calls that make it."""

YIELDED: Final = "."
"""Stands before a routine in an object's calls if the routine yields the object."""

ATTRIBUTE: Final = "@"
"""Stands before the name of an attribute that is neither a function nor a property.

It counts as a query without parameters, where the specification has one of this name."""

Forms: TypeAlias = "Mapping[str, Sequence[str]]"
"""For each routine what its parameters are: SET, MAPPING, or an empty text for all else.

For BEGINS and WANTED it is the names of routines.
"""

SET: Final = "set"
MAPPING: Final = "mapping"

CONVENTIONS: Final = "CONVENTIONS"
"""The attribute in which a module or class declares conventions: ``{"squares": "1-based"}``."""

INITIALISERS: Final = ("init", "new")
"""How most specifications call what makes the first state."""

BEGINS: Final = ""
"""In place of a routine in the forms: the names of a specification's initialisers follow."""

WANTED: Final = "*"
"""The same, for the names of all routines: a program may find them only when it is asked."""

_LONGEST: Final = 200
"""Characters of a text that are passed on, and digits of an integer."""

MOST_ELEMENTS: Final = 10_000
"""Elements of an array that are passed on."""

DEEPEST: Final = 4
"""Arrays that may be within one another."""

_HUGE: Final = 10**_LONGEST
_NAMES: Final = 5
"""Names of classes in a message."""
_LIBRARY: Final = os.path.dirname(os.__file__) + os.sep
_ADDRESS: Final = re.compile(r"\b0x[0-9a-fA-F]{5,}\b")
"""An address in memory, which differs from run to run."""

_ANY_REFUSAL: Final = (Exception, SystemExit)
"""What code of a program may raise that is tried before a call is due."""

_fork: Final = getattr(os, "fork", None)
"""The program may give the name to something else."""

_SUBREAPER: Final = 36
"""What Linux calls a process that adopts others."""

_USAGE: Final = "usage: python -m modcheck.system.serve package.module[:Class]"
_WRONG_USAGE: Final = 2


class Handle:
    """An object as an argument: the calls that make it, each a routine and its arguments.

    The first is an initialiser; one of another class has the name of the class before it. A later
    one changes the object, or yields another that takes its place: then a full stop is before it.
    """

    __slots__ = ("calls",)

    def __init__(self, calls: tuple[tuple[Any, ...], ...]) -> None:
        """Note the calls."""
        self.calls = calls

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and self.calls == other.calls

    def __hash__(self) -> int:
        return hash(self.calls)


class NumberText(str):
    """A number with a fraction, as a verdict shows it where no real is due."""

    __slots__ = ("number",)
    number: float

    def __new__(cls, number: float) -> NumberText:
        """Return the text of a number that is finite."""
        made = super().__new__(cls, f"number {number!r}"[:_LONGEST])
        made.number = number
        return made


class LoadError(Exception):
    """The module or class cannot be loaded. The message says why in one line."""


class NotFound(LoadError):
    """There is no such module or class."""


def command(place: str, forms: Forms | None = None) -> list[str]:
    """Return the command that serves ``package.module`` or ``package.module:Class`` from here.

    With ``forms``, the program is given sets and mappings where the specification has them.
    """
    served = [sys.executable, "-P", os.path.realpath(__file__), place]
    return [*served, json.dumps(forms, separators=(",", ":"))] if forms else served


def main() -> None:
    """Answer line after line until the input ends."""
    if len(sys.argv) not in (2, 3):
        print(_USAGE, file=sys.stderr)
        raise SystemExit(_WRONG_USAGE)
    requests, replies = _own_pipes()
    last = LastCall()
    forms = json.loads(sys.argv[2]) if len(sys.argv) > 2 else None
    builtins.input = refuse_input
    try:
        target: object = load_target(sys.argv[1], initialisers=initialisers_in(forms))
        refusal = None
    except LoadError as error:
        target, refusal = None, error
    first, original = _copy_of_this_process(target) if refusal is None else (b"", None)
    has_answered = False
    for line in chain(filter(None, [first]), requests):
        if original is not None and has_answered and "hello" in json.loads(line):
            os.write(original, line)  # the next copy answers it
            sys.stderr.flush()
            os._exit(0)
        replies.write(answer(target, line, refusal, last, forms, original is not None))
        has_answered = True


def _copy_of_this_process(target: object) -> tuple[bytes, int | None]:
    """Return in a copy of this process; the original makes another one whenever a copy asks for it.

    To copy the process takes a tenth of the time that it takes to start one, and the copy is as
    this process is now: no call was made. A copy that is greeted again writes the greeting to the
    descriptor, and ends; the next copy is given it as the line to answer first. Any other end of a
    copy is an end of the original. So is one that leaves files or processes behind. A process with
    threads is not copied, since a copy lacks them: then there is no descriptor.
    """
    if _fork is None or sys.platform != "linux" or len(sys._current_frames()) > 1:
        return b"", None
    _own_attributes(_kind_of(target))  # each copy needs them to greet, and would find them anew
    files, line = _files(), b""
    adopts = _adopt_processes()  # before a copy may leave one behind
    while True:
        asked, descriptor = os.pipe()
        copy = _fork()
        if copy == 0:
            os.close(asked)
            return line, descriptor
        os.close(descriptor)
        _, status = os.waitpid(copy, 0)
        line = _rest(asked)
        if not (line and adopts and _is_alone() and _files() == files):
            _end_as(os.waitstatus_to_exitcode(status))


def _rest(descriptor: int) -> bytes:
    """Return what is left in a pipe, and close it; a process that was left behind may write yet."""
    os.set_blocking(descriptor, False)
    with os.fdopen(descriptor, "rb", buffering=0) as stream:
        return stream.read(_LONGEST) or b""


def _adopt_processes() -> bool:
    """Become the parent of processes whose parent ends. Return whether the system allows it."""
    import ctypes  # where no process is copied, it is not needed

    done: int = ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    return done == 0


def _is_alone() -> bool:
    """Whether this process has no child any more."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
        return False
    return True


def _files() -> list[list[str]]:
    """Return the names in the folders in which a program may keep something."""
    folders = (os.environ.get("TMPDIR", "/tmp"), "/dev/shm", ".")
    found = []
    for folder in folders:
        with contextlib.suppress(OSError):
            found.append(sorted(os.listdir(folder)))
    return found


def _end_as(code: int) -> NoReturn:
    """End with an exit code, or by a signal: then the code is its negative number."""
    if code < 0:
        import signal

        with contextlib.suppress(OSError, ValueError):
            signal.signal(-code, signal.SIG_DFL)  # SIGKILL has no other meaning
        os.kill(os.getpid(), -code)
    os._exit(code & 0xFF)


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes to the checker, after replacing what the served code sees as such."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    with open(os.devnull, "rb") as nothing:  # a string, as os.devnull is one
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return requests, replies


def refuse_input(prompt: object = "", /) -> NoReturn:
    """Raise EOFError, with the prompt: no person is there to type an answer."""
    raise EOFError(f"your program asks for input: {prompt}")


def initialisers_in(forms: Forms | None) -> tuple[str, ...]:
    """Return the names of initialisers: those of the forms, and those that are usual."""
    own = (forms or {}).get(BEGINS, ())
    return tuple(dict.fromkeys((*own, *INITIALISERS)))


def load_target(
    place: str,
    caught: type[BaseException] | tuple[type[BaseException], ...] = BaseException,
    initialisers: Sequence[str] = INITIALISERS,
) -> object:
    """Return the module, or a new object of the class, that a place names.

    The current folder is on the path, as for ``python -m``. Raises :class:`LoadError` if the place
    names nothing, or if loading raises one of the ``caught`` exceptions.
    """
    module_name, _, class_name = place.partition(":")
    folder = os.getcwd()
    if folder not in sys.path:  # -P, and being run by its path, leave it out
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module(module_name)
    except caught as error:
        name = error.name if isinstance(error, ModuleNotFoundError) else None
        if name is None or not f"{module_name}.".startswith(f"{name}."):
            raise LoadError(_import_failure(module_name, error)) from error
        raise NotFound(
            f"no module {name!r}; give a dotted name that Python can import from here"
        ) from error
    if not class_name:
        return _yielded_by(module, tuple(initialisers)) or module
    kind = getattr(module, class_name, None)
    if not callable(kind):
        kinds = {name: each for name, each in vars(module).items() if isinstance(each, type)}
        no_errors = [name for name, each in kinds.items() if not issubclass(each, BaseException)]
        near = _nearest(class_name, no_errors)
        others = f"; it has {', '.join(no_errors[:_NAMES])}" if no_errors else ""
        meant = f"; did you mean {near[0]}?" if near else others
        if module_name in sys.stdlib_module_names:
            meant = f"; Python has a module {module_name} itself: give your file another name"
        raise NotFound(f"{module_name} has no class {class_name!r}{meant}")
    try:
        return object_of(kind, initialisers)
    except caught as error:
        raise LoadError(f"{place} cannot be made without arguments: {one_line(error)}") from error


def object_of(kind: Any, initialisers: Sequence[str] = INITIALISERS) -> object:
    """Return an object of a class, or what makes one as soon as a call begins.

    A class has methods ``init`` or ``new`` that begin anew, or functions of these names that yield
    an object, within or beside it, or its constructor begins. A specification may have other names
    for its ``initialisers``. In place of a class there may be a function that yields an object.
    """
    names = tuple(initialisers)
    if all(name.startswith("_") for name in dir(kind)):
        return kind()
    first = None if _makers(kind, names) else _first_object(kind, names)
    if not _has_initialiser(first, names):
        return Constructed(kind, names, first)
    if hasattr(type(first), "__getattr__"):  # it may delegate to an object that init makes
        with contextlib.suppress(*_ANY_REFUSAL):
            getattr(first, next(name for name in names if hasattr(first, name)))()
    return first


def _first_object(kind: Any, initialisers: tuple[str, ...]) -> object:
    """Return the object that a class makes without arguments; None if it takes some for it."""
    if not takes_arguments(kind, initialisers):
        return kind()
    with contextlib.suppress(*_ANY_REFUSAL):  # they may be needed
        return kind()
    return None


def _has_initialiser(target: object, initialisers: Sequence[str]) -> bool:
    """Whether a class or an object has a method that begins anew."""
    return any(hasattr(target, name) for name in initialisers)


@lru_cache(256)
def takes_arguments(kind: Any, initialisers: tuple[str, ...] = INITIALISERS) -> bool:
    """Whether only the constructor of a class makes an object, and takes arguments for it."""
    if not isinstance(kind, type) or _has_initialiser(kind, initialisers):
        return False
    return _constructor_takes_arguments(kind)


def _constructor_takes_arguments(kind: Any) -> bool:
    function, code = kind.__init__, getattr(kind.__init__, "__code__", None)
    is_plain = kind.__new__ is object.__new__ and type(kind) is type
    if is_plain and function is object.__init__:
        return False
    if is_plain and code is not None and not hasattr(function, "__wrapped__"):
        takes_any = code.co_flags & (_VARARGS | _VARKEYWORDS)
        return bool(takes_any) or code.co_argcount + code.co_kwonlyargcount > 1
    from inspect import signature  # it takes as long as all other imports

    try:
        return bool(signature(kind).parameters)
    except ValueError:  # a class that does not say what it takes
        return False


_VARARGS, _VARKEYWORDS = 4, 8
"""Flags of the code of a function that takes any arguments, or any with names."""


@lru_cache(256)
def _makers(kind: Any, initialisers: tuple[str, ...]) -> frozenset[str]:
    """Return the initialisers of a class that belong to it, not to its objects."""
    if not isinstance(kind, type):
        return frozenset()
    own = {name: _as_defined(kind, name) for name in initialisers}
    return frozenset(name for name in own if isinstance(own[name], staticmethod | classmethod))


@lru_cache(256)
def _factories(kind: Any, initialisers: tuple[str, ...]) -> frozenset[str]:
    """Return the initialisers that functions beside a class have, if the class has none itself."""
    if not isinstance(kind, type) or _has_initialiser(kind, initialisers):
        return frozenset()
    return frozenset(_functions(sys.modules.get(kind.__module__), initialisers))


def _functions(module: Any, names: Collection[str]) -> Iterator[str]:
    """Yield those of some names that functions have which a module defines."""
    for name in names:
        function = getattr(module, name, None)
        if isinstance(function, FunctionType) and function.__globals__ is vars(module):
            yield name


def _as_defined(kind: type, name: str) -> object:
    """Return what a class, or the first of its bases, defines under a name; None if none does."""
    return next((vars(each)[name] for each in kind.__mro__ if name in vars(each)), None)


def _make(
    kind: Any,
    routine: str,
    arguments: Sequence[object],
    initialisers: tuple[str, ...],
    served: Any = None,
) -> object:
    """Return the object of a class that an initialiser, or else the constructor, makes.

    The object may be passed to one of another class, which is ``served``. A function beside the
    classes makes objects of the served one, unless this has the initialiser itself.
    """
    if isinstance(kind, ModuleType):
        return getattr(kind, routine)(*arguments)
    if routine in _makers(kind, initialisers):
        yielded = getattr(kind, routine)(*arguments)
        return yielded if isinstance(yielded, kind) else kind()
    is_for_served = served not in (None, kind) and routine in _factories(served, initialisers)
    if routine in _factories(kind, initialisers) and not is_for_served:
        yielded = getattr(sys.modules[kind.__module__], routine)(*arguments)
        if isinstance(yielded, kind):
            return yielded
    if not _has_initialiser(kind, initialisers):
        return kind(*arguments)
    made = kind()
    yielded = getattr(made, routine)(*arguments) if hasattr(made, routine) else made
    return yielded if isinstance(yielded, kind) else made


class Constructed:
    """The object that a class, its constructor or a function beside it has made last.

    In place of the class there may be a module whose functions yield objects of any class.
    """

    def __init__(
        self, kind: Any, initialisers: tuple[str, ...] = INITIALISERS, first: object = None
    ) -> None:
        """``first`` is an object that was made without arguments: its routines are known."""
        self._kind, self._names = kind, initialisers
        self._object, self._holders = first, [*_holders(kind, first)]
        self._before: object = None
        """The object that was made before it; None if there was none."""
        self.__name__ = kind.__name__

    def __dir__(self) -> list[str]:
        own = {*_fields(self._kind), *_own_attributes(self._kind), *self._begins}
        return [*own.union(*map(dir, self._holders))]

    @property
    def _begins(self) -> Collection[str]:
        if isinstance(self._kind, ModuleType):
            return [*_functions(self._kind, self._names)]
        return _makers(self._kind, self._names) or self._names

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # a copy has nothing of its own at first
            raise AttributeError(name)
        if name in self._begins:
            return partial(self._begin, name)
        is_own = name in _fields(self._kind) or name in _own_attributes(self._kind)
        some = (each for each in self._holders if hasattr(each, name))
        if is_own or not callable(getattr(next(some, self._kind), name)):
            return getattr(self._kind if self._object is None else self._object, name)
        return partial(self._call, name)

    def _call(self, routine: str, *arguments: object) -> object:
        return getattr(self._object, routine)(*arguments)

    def _begin(self, routine: str, *arguments: object) -> None:
        self._object, self._before = (
            _make(self._kind, routine, arguments, self._names),
            self._object,
        )

    @staticmethod
    def object_before(target: object) -> object:
        """Return the object that was made before the last one; None if there is none."""
        return target._before if isinstance(target, Constructed) else None


def _holders(kind: Any, first: object) -> Iterator[object]:
    """Yield what has the routines of the objects that a class or a module makes."""
    if isinstance(kind, type):
        yield from _with_subclasses(kind)
    if first is not None:
        yield first


def _yielded_by(module: ModuleType, initialisers: tuple[str, ...]) -> object:
    """Return what has the routines if a module has only functions that begin; None if it has more.

    Each of them yields an object, whose class the function may hide. If it takes arguments, the
    object is of the only class of the module.
    """
    own = [*_functions(module, [name for name in vars(module) if not name.startswith("_")])]
    if not own or not set(own) <= {*initialisers}:
        return None
    try:
        first = getattr(module, own[0])()
    except _ANY_REFUSAL:  # it may take arguments, or not be finished
        kinds = [kind for kind in _own_classes(module) if not issubclass(kind, BaseException)]
        return object_of(kinds[0], initialisers) if len(kinds) == 1 else None
    has_routines = first is not None and type(first).__module__ != "builtins"
    return Constructed(module, initialisers, first) if has_routines else None


def _own_classes(module: ModuleType) -> Iterator[type]:
    """Yield the classes that a module defines."""
    for each in vars(module).values():
        if isinstance(each, type) and each.__module__ == module.__name__:
            yield each


def _with_subclasses(kind: type) -> Iterator[type]:
    """Yield a class, and those that inherit from it: its initialiser may make an object of one."""
    yield kind
    inherit: Sequence[type] = type.__subclasses__(kind) if isinstance(kind, type) else ()
    for each in inherit:
        yield from _with_subclasses(each)


def routine_of(target: object, name: str) -> Callable[..., object] | None:
    """Return the routine of a module or an object; None if it has none of this name.

    A property, or a field of a data class, is as good as a method without parameters.
    """
    kind = _kind_of(target)
    defined = getattr(kind, name, None)
    if isinstance(defined, property | cached_property):
        return lambda: getattr(target, name)
    found: Callable[..., object] | None = getattr(target, name, None)
    if callable(found):
        if defined is None and not hasattr(kind, name) and hasattr(kind, "__getattr__"):
            return partial(_call, target, name)  # it may delegate to another object each time
        return found
    return (lambda: getattr(target, name)) if name in _fields(kind) else None


def _call(target: object, routine: str, *arguments: object) -> object:
    return getattr(target, routine)(*arguments)


def attribute_of(target: object, name: str) -> Callable[..., object] | None:
    """Return what yields an attribute that is no routine; None if there is none of this name.

    Where the specification has a query without parameters of this name, it is as good as a method.
    """
    if name not in _own_attributes(_kind_of(target)) and getattr(target, name, None) is None:
        return None
    return lambda: getattr(target, name)


def _kind_of(target: object) -> type:
    """Return the class of an object, also of one that is made later."""
    return target._kind if isinstance(target, Constructed) else type(target)


@lru_cache(256)
def _own_attributes(kind: type) -> frozenset[str]:
    """Return the attributes that objects of a class get where they begin, and the class lacks.

    The code of the constructor and of the initialisers says which: so they are known before there
    is an object. A constructor that calls another one is followed by that of the next base.
    """
    found = set[str]()
    for name in ("__init__", *INITIALISERS):
        for each in (each for each in getattr(kind, "__mro__", ()) if name in vars(each)):
            function = vars(each)[name]
            while hasattr(function, "__wrapped__"):
                function = function.__wrapped__
            code = getattr(function, "__code__", None)
            if code is None:
                break
            found.update(_stored_in_self(code))
            if name not in code.co_names:
                break
    return frozenset(name for name in found if not hasattr(kind, name))


def _stored_in_self(code: CodeType) -> Iterator[str]:
    """Yield the attributes of its first parameter that some code sets."""
    from dis import get_instructions  # few programs need it

    own = code.co_varnames[:1]
    loaded: tuple[object, ...] = ()
    for step in get_instructions(code):
        if step.opname == "EXTENDED_ARG":
            continue
        if step.opname == "STORE_ATTR" and loaded == own:
            yield str(step.argval)
        pushed = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        loaded = pushed[-1:] if "LOAD_FAST" in step.opname else ()


def _fields(kind: type) -> Collection[str]:
    """Return the names of the fields of a data class, or of a named tuple."""
    fields: Collection[str] = getattr(kind, "__dataclass_fields__", getattr(kind, "_fields", ()))
    return fields


def declared_conventions(target: object) -> dict[str, str]:
    """Return the conventions that a module or object declares, by name."""
    declared = getattr(target, CONVENTIONS, {})
    if not isinstance(declared, dict):
        return {}
    return {str(name): str(value) for name, value in declared.items()}


def answer(
    target: object,
    line: bytes,
    refusal: LoadError | None = None,
    last: LastCall | None = None,
    forms: Forms | None = None,
    begins_afresh: bool = False,
) -> bytes:
    """Return the line that answers a request; with a ``refusal``, that is an error.

    A greeting says whether the program ``begins_afresh`` when it is greeted again. The ``last``
    call is the one whose objects observers are asked of.
    """
    request = json.loads(line)
    reply: dict[str, Any] = {"id": request["id"]}
    if refusal is not None:
        reply |= {"error": str(refusal), "missing": isinstance(refusal, NotFound)}
    elif "hello" in request:
        conventions = declared_conventions(target)
        names = list(_routines(target, (forms or {}).get(WANTED, ())))
        reply |= {"hello": 1, "routines": names, "conventions": conventions}
        able = {"earlier": isinstance(target, Constructed), "afresh": begins_afresh}
        reply |= {"arguments": True, "yielded": True} | {name: True for name in able if able[name]}
    else:
        last = LastCall() if last is None else last
        calls = (in_form(call, forms) if forms else call for call in request["calls"])
        reply["replies"] = [_reply(target, last, *call) for call in calls]
    return _as_json(reply).encode() + b"\n"


_as_json: Final = json.JSONEncoder(separators=(",", ":")).encode
"""To make an encoder for each line takes as long as a short line."""


def _routines(target: object, wanted: Collection[str]) -> Iterator[str]:
    """Yield what a module or an object offers; ``wanted`` are names that it may not list."""
    for name in sorted({*dir(target), *_own_attributes(_kind_of(target)), *wanted}):
        if not name.startswith("_"):
            if routine_of(target, name) is not None:
                yield name
            elif attribute_of(target, name) is not None:
                yield ATTRIBUTE + name


def _reply(target: object, last: LastCall, routine: str, *arguments: object) -> dict[str, object]:
    """Return the output of a call, or the exception that it raised."""
    try:
        if is_observer(routine):
            return {"out": _in_line(last.observe(target, routine))}
    except Unobservable as error:
        return {"error": str(error)}
    except BaseException as error:  # noqa: BLE001  # as below
        return {"exc": type(error).__name__}
    function = routine_of(target, routine) or attribute_of(target, routine)
    if function is None:
        return {"error": f"it has no routine {routine}"}
    try:
        last.output = function(*last.make_arguments(target, arguments))
        return {"out": _in_line(last.output)}
    except BaseException as error:  # noqa: BLE001  # any exception is a reply
        raised: dict[str, object] = {"exc": type(error).__name__}
        if detail := exception_detail(error):
            raised["detail"] = detail
        return raised


def _in_line(output: object) -> object:
    """Return an output as it stands in a line."""
    if output is None or output is True or output is False:  # the most frequent cases first
        return output
    return _json_value(encode(output))


def _json_value(value: Json) -> object:
    """Return an encoded value as it stands in a line, where a number is one."""
    if isinstance(value, NumberText):
        return value.number
    return [*map(_json_value, value)] if isinstance(value, tuple) else value


def in_form(call: Sequence[Any], forms: Forms) -> Sequence[Any]:
    """Return a call with sets and mappings in place of the arrays that stand for them."""
    routine, *arguments = call
    if routine not in forms and dict not in map(type, arguments):  # most calls are as they came
        return call
    own = [*forms.get(routine, ()), *[""] * len(arguments)]
    return [routine, *(_in_form(*each, forms) for each in zip(arguments, own, strict=False))]


def _in_form(argument: Any, form: str, forms: Forms) -> Any:
    if isinstance(argument, dict) and [*argument] == [OBJECT]:
        return {OBJECT: [in_form(call, forms) for call in argument[OBJECT]]}
    if form == SET:
        return frozenset(map(_hashable, argument))
    return {_hashable(key): value for key, value in argument} if form == MAPPING else argument


def _hashable(value: Any) -> Any:
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


# -- objects ---------------------------------------------------------------------------------------


class Unobservable(Exception):
    """What a call has yielded lacks an observer. The message says so in one line."""


class LastCall:
    """The objects of the last call, which observers are asked of."""

    __slots__ = ("_objects", "arguments", "given", "output")

    def __init__(self) -> None:
        """There was no call yet."""
        self.output: object = None
        self.given: Sequence[object] = ()
        """The arguments as the checker gives them: some are handles."""
        self.arguments: Sequence[object] = ()
        """The arguments as the program takes them, and leaves them."""
        self._objects: dict[str, object] = {}
        """The objects that observers were asked of, each by its path: one is yielded once."""

    def make_arguments(self, target: object, given: Sequence[object]) -> Sequence[object]:
        """Return the arguments of a call as the program takes them. There is no output yet."""
        self.output, self.given, self.arguments, self._objects = None, given, (), {}
        self.arguments = [
            argument_for(target, each) if type(each) in _OBJECTS else each for each in given
        ]
        return self.arguments

    def observe(self, target: object, observer: str) -> object:
        """Return what an observer yields: ``.x`` of the output, ``0.x`` of the first argument.

        ``.start.x`` is of the object that ``.start`` yields. ``0'.x`` is of an object that is made
        as the first argument was, and given to no call. ``^.x`` is of the object that was made
        before the last one. A field is as good as a method. Raises :class:`Unobservable` if there
        is no such object, or if it has no such observer.
        """
        path, _, name = observer.rpartition(".")
        if path not in self._objects:
            made = self.observe(target, path) if "." in path else self._first(target, path)
            self._objects[path] = made
        value = self._objects[path]
        try:
            found = getattr(value, name)
        except AttributeError as error:
            what = "nothing" if value is None else f"an object of type {type(value).__name__}"
            inner = path.partition(".")[2]
            what = f"{inner} is {what}" if inner else what
            raise Unobservable(f"{what}, which has no {name}") from error
        return found() if callable(found) else found

    def _first(self, target: object, whose: str) -> object:
        """Return the output of the call, an argument of it, or an object like an argument."""
        if not whose:
            return self.output
        if whose == EARLIER:
            return Constructed.object_before(target)
        number = int(whose.removesuffix(UNTOUCHED))
        if number >= len(self.arguments):
            raise Unobservable(f"the last call took no argument {number}")
        is_untouched = whose.endswith(UNTOUCHED)
        return argument_for(target, self.given[number]) if is_untouched else self.arguments[number]


EARLIER: Final = "^"
"""Stands for the object that was made before the last one."""

UNTOUCHED: Final = "'"
"""Stands behind the number of an argument: an object that is made as it was."""


_OBJECTS: Final = frozenset((dict, Handle))
"""Types of arguments that may stand for an object; most arguments are of others."""


def is_observer(name: str) -> bool:
    """Whether a call is one of an observer of an object: no name of a routine has a full stop."""
    return "." in name


def argument_for(target: object, argument: object) -> object:
    """Return an argument as the program takes it: a handle stands for an object of its own."""
    if isinstance(argument, dict) and [*argument] == [OBJECT]:
        return _make_object(target, argument[OBJECT])
    return _make_object(target, argument.calls) if isinstance(argument, Handle) else argument


def _make_object(target: object, calls: Any) -> object:
    """Return the object that some calls make, of the program's own classes."""
    (routine, *given), *rest = calls
    kind_name, _, routine = str(routine).rpartition(".")
    own = _kind_of(target)
    plain = next((each for each in (target, own) if isinstance(each, ModuleType)), None)
    where = plain or sys.modules[own.__module__]
    kind = _class_called(kind_name, where) if kind_name else own
    arguments = [argument_for(target, each) for each in given]
    initialisers = target._names if isinstance(target, Constructed) else INITIALISERS
    made: Any = _make(kind, routine, arguments, initialisers, served=own)
    for name, *given in rest:
        call = getattr(made, name.removeprefix(YIELDED))
        output = call(*(argument_for(target, each) for each in given)) if callable(call) else call
        made = output if name.startswith(YIELDED) else made
    return made


@lru_cache(256)
def _class_called(name: str, module: ModuleType) -> type:
    """Return the class of a module that has a name, or nearly so. Raises LookupError."""
    classes = {each: kind for each, kind in vars(module).items() if isinstance(kind, type)}
    near = [name] if name in classes else _nearest(name, classes)
    if not near:
        raise LookupError(f"{module.__name__} has no class {name}, but gets objects of it")
    return classes[near[0]]


def _nearest(name: str, names: Iterable[str]) -> list[str]:
    """Return the one of some names that is nearly a name; none if none is."""
    from difflib import get_close_matches  # only a wrong name takes it

    return get_close_matches(name, names, 1)


def exception_detail(error: BaseException) -> str:
    """Return the message of one of Python's own exceptions, and the file and line it comes from.

    It is empty for exceptions of the program's own, such as those of the specification: they are
    frequent, and say everything by their names.
    """
    if type(error).__module__.partition(".")[0] not in sys.stdlib_module_names:
        return ""
    place = _place_of(error)
    place = f" ({place})" if place else ""
    text = _ADDRESS.sub("0x...", one_line(error))[: _LONGEST - len(place)] + place
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _place_of(error: BaseException) -> str:
    """Return the last file and line of the program that an exception passed; empty if none."""
    place = ""
    step = error.__traceback__ and error.__traceback__.tb_next  # the first frame is of this package
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        is_own = str(step.tb_frame.f_globals.get("__name__")).startswith("modcheck.")
        if not is_own and not file.startswith((_LIBRARY, "<", __file__)):
            place = f"{os.path.basename(file)}, line {step.tb_lineno}"
        step = step.tb_next
    return place


def _import_failure(module_name: str, error: BaseException) -> str:
    """Return why a module cannot be imported, in one line that begins with file and line."""
    place, text = _place_of(error), one_line(error)
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        place = f"{os.path.basename(error.filename)}, line {error.lineno}"
        text = f"{type(error).__name__}: {error.msg}"
    if not place:
        return f"{module_name} cannot be imported: {text}"
    if isinstance(error, ModuleNotFoundError) and error.name:
        return f"{place}, imports {error.name}, which is not installed"
    return f"{place}: {text}"


def as_text(value: object) -> Json:
    """Return a value that no JSON stands for as a text with its type."""
    is_exact = type(value).__module__ in ("fractions", "decimal", "_decimal", "_pydecimal")
    if isinstance(value, float) or (is_exact and hasattr(value, "__float__")):
        number = float.__float__(value) if isinstance(value, float) else float(value)
        return NumberText(number) if math.isfinite(number) else f"{number!r}, which is no number"
    try:
        return f"{type(value).__name__} {value!r}"[:_LONGEST]
    except Exception:  # noqa: BLE001  # the value's own text may be wrong
        return type(value).__name__


def encode(value: object, otherwise: Callable[[object], Json] = as_text) -> Json:
    """Return a value of a specification or a program as it travels.

    ``otherwise`` returns a real, and what no JSON stands for, as it is compared or shown.
    NumPy's numbers and truth values count as Python's own: boards in arrays have them.
    """
    if type(value) is int and -_HUGE < value < _HUGE:  # the most frequent cases first
        return value
    if value is True or value is False:
        return value
    if type(value) is str:
        return _text(value)
    if type(value) is float:
        return otherwise(value)
    if isinstance(value, Enum) and value._name_:  # a flag need not have a name
        return _word(value)
    if type(value).__module__ == "numpy" and getattr(value, "ndim", 1) == 0:
        value = value.item()  # type: ignore[attr-defined]  # all numpy values with ndim have it
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        number = int.__int__(value)  # a subclass may claim to equal anything
        return number if abs(number) < _HUGE else "int of too many digits"
    if isinstance(value, str):
        return _text(str.__str__(value))  # as above
    value = _as_collection(value)
    if isinstance(value, _COLLECTIONS) and _is_small(value):
        return _array(value, otherwise)
    return otherwise(value)


def _text(plain: str) -> str:
    return plain if plain.isprintable() and len(plain) <= _LONGEST else repr(plain)[:_LONGEST]


_COLLECTIONS: Final = (tuple, list, set, frozenset, Mapping)
"""What travels as an array."""


def _as_collection(value: object) -> object:
    """Return what yields elements as a collection of them: a view, a range, a generator.

    An iterator without an end, or with very many elements, stays as it is.
    """
    if isinstance(value, (*_COLLECTIONS, *_BYTES)):
        return value
    if isinstance(value, AbstractSet):
        return set(value)
    if isinstance(value, Sequence | ValuesView):
        return list(value) if len(value) <= MOST_ELEMENTS else value
    if isinstance(value, Iterator):
        elements = list(islice(value, MOST_ELEMENTS + 1))
        return elements if len(elements) <= MOST_ELEMENTS else value
    return value


_BYTES: Final = (bytes, bytearray, memoryview)
"""Sequences that stand for text."""


def _is_small(value: object, depth: int = DEEPEST) -> bool:
    """Whether collections have few elements, and are not within too many others."""
    if not isinstance(value, _COLLECTIONS):
        return True
    if depth == 0 or len(value) > MOST_ELEMENTS:
        return False
    parts = [*value, *value.values()] if isinstance(value, Mapping) else value
    return all(_is_small(each, depth - 1) for each in parts)


def _array(value: Any, otherwise: Callable[[object], Json]) -> tuple[Json, ...]:
    """Return the elements of a collection; those of a set, and pairs of a mapping, in one order."""
    if isinstance(value, Mapping):
        pairs = ((encode(k, otherwise), encode(v, otherwise)) for k, v in value.items())
        return in_order(tuple(pairs))
    elements = tuple(encode(each, otherwise) for each in value)
    return in_order(elements) if isinstance(value, set | frozenset) else elements


def in_order(elements: tuple[Json, ...]) -> tuple[Json, ...]:
    """Return the elements of a set in the order in which they are compared."""
    return tuple(sorted(elements, key=repr))


def _word(element: Enum) -> str:
    """Return an element's name in small letters, or its value if that is a longer word."""
    word: str = element._name_
    value = element._value_  # as `element.value`, which takes ten times as long
    if isinstance(value, str) and len(value) > len(word) and value.isidentifier():
        word = value  # as in M = "monday"
    return str.lower(word)


def one_line(error: BaseException) -> str:
    """Return an exception as one line of text."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001  # an argument's own text may be wrong as well
        message = ""
    return " ".join(f"{type(error).__name__}: {message}".split()).removesuffix(":")


if __name__ == "__main__":
    main()
