"""Implementations in the checker's own process: a Python module, or a class.

They are trusted: nothing keeps them from reading or changing the checker. ``py:package.module`` is
an abstract object, whose access programs are functions; ``py:package.module:Class`` is an abstract
data type, whose access programs are methods.
"""

from __future__ import annotations

import builtins
import contextlib
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import islice
from operator import is_
from types import FrameType, ModuleType
from typing import IO, Any, Final, NoReturn, Protocol, TypeAlias, TypeVar

from modcheck.near import near_names
from modcheck.system.implementation import (
    ATTRIBUTE,
    ImplementationError,
    Json,
    NotStarted,
    Reply,
)
from modcheck.system.serve import (
    INITIALISERS,
    Constructed,
    LastCall,
    LoadError,
    NotFound,
    Unobservable,
    attribute_of,
    declared_conventions,
    encode,
    exception_detail,
    is_observer,
    load_target,
    object_of,
    one_line,
    refuse_input,
    routine_of,
)
from modcheck.system.stopwatch import Stopwatch
from modspec.contract.contract import without_checks
from modspec.run.machine import Call

TIMEOUT: Final = 10.0
"""Seconds for a call. One that takes longer counts as hanging."""

TICKS: Final = 8
"""How often in this time it is looked whether the next call has begun."""


P = TypeVar("P", contravariant=True)
"""A predicate that says where a trace ends."""


class Replies(Protocol):
    """Distinct calls and replies, by number."""

    @property
    def plain_calls(self) -> Sequence[Call]:
        """The calls."""

    @property
    def replies(self) -> Sequence[Reply]:
        """The replies."""


class ExpectedReplies(Protocol[P]):
    """Calls with the replies that are expected, by their numbers."""

    @property
    def vocabulary(self) -> Replies:
        """What the numbers mean."""

    @property
    def call_numbers(self) -> Sequence[int]:
        """The number of each call."""

    @property
    def reply_numbers(self) -> Sequence[int]:
        """The number of each expected reply."""

    @property
    def commands(self) -> Sequence[int]:
        """The positions of the transitions."""

    def end_after(self, places: Iterable[int], replies: Sequence[Reply], is_end: P) -> int | None:
        """Return where the trace ends by a wrong reply at one of some places, None if nowhere."""


_Made: TypeAlias = tuple[Callable[..., object], Sequence[object]]
"""A function, and its arguments."""
_Due: TypeAlias = tuple[type, Json, Reply]
"""The type and value of an output that need not be encoded, and the whole reply."""


class _Hangs(BaseException):
    """A call takes too long. A BaseException, so that no ``except Exception`` swallows it."""


class _Watch:
    """Watches replies come. The time of a call counts from a tick: it may be an eighth longer."""

    def __init__(self, replies: Sequence[Reply], timeout: float) -> None:
        self._replies, self._number = replies, -1
        self._stopwatch: Stopwatch | None = None
        self._least = timeout * (1 - 1 / TICKS)  # a tick may come a little too soon

    def is_stuck(self) -> bool:
        """Whether no reply has come for the time of a call, up to this tick."""
        if self._stopwatch is None or len(self._replies) != self._number:
            self._number, self._stopwatch = len(self._replies), Stopwatch()
            return False
        return self._stopwatch.is_over(self._least)


class InProcess:
    """Answers calls with the functions of a module or the methods of an object."""

    def __init__(
        self,
        target: Any,
        routines: Sequence[str],
        name: str = "",
        timeout: float = TIMEOUT,
        printed: IO[str] | None = None,
    ) -> None:
        """Use a module or object. It offers the routines for which it has a callable.

        It also offers callables that have nearly the name of a missing routine. What it prints
        and what it writes as an error go to ``printed``, else to standard error.
        """
        self.name = name or getattr(target, "__name__", type(target).__name__)
        self._timeout, self._printed = timeout, printed
        self._target = target
        self._last = LastCall()
        # as a greeting may say
        self.shows_arguments = self.makes_yielded = self.begins_afresh = True
        self.shows_earlier = isinstance(target, Constructed)
        members = {routine: routine_of(target, routine) for routine in routines}
        self._functions = {
            routine: member for routine, member in members.items() if member is not None
        }
        missing = [routine for routine in routines if routine not in self._functions]
        public = [name for name in dir(target) if not name.startswith("_")]
        others = sorted({*public} - {*routines} - {*filter(self._is_exception, public)})
        near = near_names(missing, others)
        misspelt = (own for own in near.values() if routine_of(target, own) is not None)
        found = {name: attribute_of(target, name) for name in missing}
        attributes = {name: each for name, each in found.items() if each is not None}
        offered = [*self._functions, *misspelt, *(ATTRIBUTE + name for name in attributes)]
        self.routines = frozenset(offered)
        self._functions |= attributes  # one may be as good as a method
        self.conventions = declared_conventions(target)

    def _is_exception(self, name: str) -> bool:
        """Whether a name is that of an exception: it is no routine in another spelling."""
        found = vars(self._target).get(name) if hasattr(self._target, "__dict__") else None
        return isinstance(found, type) and issubclass(found, BaseException)

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return one reply for each call. Any exception is a reply.

        Contracts of :mod:`modspec.contract.contract` are off meanwhile: the checker watches closely
        enough.
        """
        replies: list[Reply] = []
        with self._watch_over(replies, len(calls)):
            for call in calls:
                replies.append(self._reply(call))
        return replies

    def unexpected_replies(
        self, traces: Iterable[ExpectedReplies[Any]]
    ) -> Iterator[list[Reply] | None]:
        """Yield the replies to each trace, None if they are the expected ones."""
        return self.replies_to_the_end(traces, None)

    def replies_to_the_end(
        self, traces: Iterable[ExpectedReplies[P]], is_end: P | None
    ) -> Iterator[list[Reply] | None]:
        """Yield the same, but only up to where a trace ends.

        From there on only its transitions are made: they precede later games, as in any program.
        """
        vocabulary: Replies | None = None
        for trace in traces:
            if trace.vocabulary is not vocabulary:  # few calls differ: each is prepared once
                vocabulary = trace.vocabulary
                made = [*map(self._ready_call, vocabulary.plain_calls)]
                due = [*map(_due, vocabulary.replies)]
            replies = self._replies_to(trace, made, due, is_end)
            expected = map(vocabulary.replies.__getitem__, trace.reply_numbers)
            is_whole = len(replies) == len(trace.reply_numbers)
            yield None if is_whole and all(map(is_, replies, expected)) else replies

    def _replies_to(
        self,
        trace: ExpectedReplies[P],
        made: Sequence[_Made],
        due: Sequence[_Due],
        is_end: P | None,
    ) -> list[Reply]:
        """Return the replies to a trace up to its end; expected ones are the same objects."""
        replies, end, whole = list[Reply](), None, len(trace.call_numbers)
        others: list[int] = []
        rows = zip(
            map(made.__getitem__, trace.call_numbers),
            map(due.__getitem__, trace.reply_numbers),
            strict=True,
        )
        with self._watch_over(replies, whole):
            for stop in [whole] if is_end is None else [*trace.commands, whole]:
                _answer(islice(rows, stop - len(replies)), replies, others)
                if others and is_end is not None:
                    end = trace.end_after(others, replies, is_end)
                    others.clear()
                if end is not None:
                    rest = (n for n in trace.commands if n >= end)
                    numbers = ((trace.call_numbers[n], trace.reply_numbers[n]) for n in rest)
                    _answer(((made[call], due[reply]) for call, reply in numbers), replies, others)
                    break
        if end is not None:
            replies[end:] = [replies[-1]] * (whole - end) if replies[-1].timed_out else []
        return replies

    def _ready_call(self, call: Call) -> _Made:
        """Return what makes a call: a function and its arguments, ready if they always are."""
        function = self._functions.get(call.routine)
        if function is not None and all(map(_is_given_as_it_is, map(type, call.arguments))):
            return function, call.arguments
        return self._reply, (call,)

    @contextlib.contextmanager
    def _watch_over(self, replies: list[Reply], number: int) -> Iterator[None]:
        """Watch so many calls be answered one by one; where one hangs, the rest have no replies."""
        tick = self._timeout / TICKS
        with without_checks(), no_exit(), no_input(), self._printing():
            try:
                with time_limit(tick, _Hangs, tick, _Watch(replies, self._timeout).is_stuck):
                    yield
            except _Hangs:
                hangs = Reply(fault=f"no answer within {self._timeout:g} s")
                replies += [hangs] * (number - len(replies))

    def _reply(self, call: Call) -> Reply:
        function = self._functions.get(call.routine)
        try:
            if function is None:
                if is_observer(call.routine):
                    return Reply(encode(self._last.observe(self._target, call.routine)))
                return Reply(fault=f"it has no routine {call.routine}")
            given = self._last.make_arguments(self._target, call.arguments)
            output = self._last.output = function(*map(_as_given, given))
            return _plain_reply(output) if type(output) in _PLAIN else Reply(encode(output))
        except BaseException as error:  # noqa: BLE001  # whatever a program raises is its reply
            return _reply_to(error)

    def _printing(self) -> contextlib.AbstractContextManager[None]:
        return _printing_to(self._printed)

    def close(self) -> None:
        """Do nothing: nothing is held."""


@contextlib.contextmanager
def _printing_to(stream: IO[str] | None) -> Iterator[None]:
    """Let what is printed, and what is logged, go to a stream; if there is none, to the errors."""
    to = stream or sys.stderr
    with contextlib.redirect_stdout(to), contextlib.redirect_stderr(to):
        yield


def _answer(rows: Iterable[tuple[_Made, _Due]], replies: list[Reply], others: list[int]) -> None:
    """Make calls; add the reply to each, the one that is due if it is given.

    Else its position is added to ``others``.
    """
    add = replies.append
    for (function, given), (kind, due, reply) in rows:
        try:
            output = function(*given)
            if type(output) is kind and output == due:
                add(reply)
                continue
            found = output if type(output) is Reply else _encode_reply(output, reply)
        except BaseException as error:  # noqa: BLE001  # whatever a program raises is its reply
            found = reply if type(error).__name__ == reply.exception else _reply_to(error)
        if found is not reply:
            others.append(len(replies))
        add(found)


def _encode_reply(output: object, due: Reply) -> Reply:
    """Return the reply with an output: the one that is due if it has this output."""
    if type(output) in _PLAIN:
        return _plain_reply(output)
    value = encode(output)
    is_due = due.exception is None and type(value) is type(due.output) and value == due.output
    return due if is_due else Reply(value)


def _due(reply: Reply) -> _Due:
    """Return how to see quickly that a reply is the one that is due."""
    kind = type(reply.output)
    is_plain = reply.exception is None and (kind in _PLAIN or reply.output is None)
    return (kind if is_plain else _Other), reply.output, reply


class _Other:
    """In place of a type: that of no output."""


_PLAIN: Final = frozenset((bool, int, str))
"""The types of most outputs. To encode each of them anew takes as long as most programs."""


@cache
def _is_given_as_it_is(kind: type) -> bool:
    """Whether a program is given the arguments of a type as they are: so it is with most."""
    return kind in _PLAIN or (issubclass(kind, Enum) and issubclass(kind, str))


def _as_given(argument: Any) -> Any:
    """Return an argument as a program is given it.

    An element of an enumeration is its word, as in other processes: only one that is a string, and
    so equals this word, is given as it is.
    """
    if isinstance(argument, Enum) and not isinstance(argument, str):
        return encode(argument)
    return frozenset(map(_as_given, argument)) if type(argument) is frozenset else argument


@lru_cache(maxsize=1024, typed=True)
def _plain_reply(output: bool | int | str) -> Reply:
    """Return a reply with an output of a plain type. Replies are values, and few differ."""
    return Reply(encode(output))


def _reply_to(error: BaseException) -> Reply:
    """Return the reply of a program that raises; an interrupt, or too long a call, is raised on."""
    if isinstance(error, Unobservable):
        return Reply(fault=str(error), goes_on=True)
    if isinstance(error, KeyboardInterrupt | _Hangs):
        raise error
    return _exception_reply(type(error).__name__, exception_detail(error))


@lru_cache(maxsize=1024)
def _exception_reply(name: str, detail: str) -> Reply:
    """Return a reply with an exception."""
    return Reply(exception=name, detail=detail)


@contextlib.contextmanager
def no_exit() -> Iterator[None]:
    """Keep this process from being ended, or replaced, with exit code 0 by the code run meanwhile.

    ``os._exit`` and ``os.execv`` raise SystemExit instead, as ``sys.exit`` does. In a forked
    process they work as usual. This is for accidents: code that means to exit finds another way.
    """
    here = os.getpid()
    originals = {name: getattr(os, name) for name in ("_exit", "execv", "execve")}

    def replacement(original: Callable[..., NoReturn]) -> Callable[..., NoReturn]:
        def stay(*arguments: object) -> NoReturn:
            if os.getpid() != here:
                original(*arguments)
            raise SystemExit(arguments[0] if original is originals["_exit"] else 0)

        return stay

    for name, original in originals.items():
        setattr(os, name, replacement(original))
    try:
        yield
    finally:
        for name, original in originals.items():
            setattr(os, name, original)


@contextlib.contextmanager
def no_input() -> Iterator[None]:
    """Have ``input`` raise EOFError, with its prompt, instead of waiting for a person."""
    original, builtins.input = builtins.input, refuse_input
    try:
        yield
    finally:
        builtins.input = original


@contextlib.contextmanager
def time_limit(
    seconds: float,
    error: type[BaseException],
    again: float = 0.0,
    is_over: Callable[[], bool] = lambda: True,
) -> Iterator[None]:
    """Raise an error after so many seconds, if possible: in the main thread, on POSIX.

    ``again`` raises it again every so many seconds, in case that a finaliser swallows it; but only
    when the time ``is_over``.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "SIGALRM"):
        yield
        return

    def time_out(number: int, frame: FrameType | None) -> None:
        if is_over():
            raise error

    before = signal.signal(signal.SIGALRM, time_out)
    signal.setitimer(signal.ITIMER_REAL, seconds, again)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        with contextlib.suppress(error):
            signal.signal(signal.SIGALRM, before)


def load(
    path: str,
    routines: Sequence[str],
    timeout: float = TIMEOUT,
    printed: IO[str] | None = None,
    initialisers: Sequence[str] = INITIALISERS,
) -> InProcess:
    """Return the implementation that ``package.module`` or ``package.module:Class`` names.

    The module is executed anew, as if just imported. Raises :class:`ImplementationError` if there
    is no such module or class, or if it cannot be imported or made, or cannot tell what it offers.
    """
    name = path.partition(":")[0]
    sys.modules.pop(name, None)
    with no_exit(), no_input(), _printing_to(printed):
        try:
            target = load_target(path, (Exception, SystemExit), initialisers)
        except LoadError as error:
            kind = NotStarted if isinstance(error, NotFound) else ImplementationError
            raise kind(str(error)) from error
        finally:
            _bind_submodules(name)
        try:
            found = InProcess(target, routines, f"py:{path}", timeout, printed)
            has_any = not found.routines.isdisjoint(routines)
            inner = [] if ":" in path or has_any else _classes_with(target, routines)
            if not (":" in path or has_any or inner):
                _demand_no_submodule(path, target)
            if len(inner) == 1:  # the class that is meant was not named
                named = f"py:{path}:{inner[0].__name__}"
                made = object_of(inner[0], initialisers)
                return InProcess(made, routines, named, timeout, printed)
            return found
        except ImplementationError:
            raise
        except (Exception, SystemExit) as error:  # of a property, for instance
            raise ImplementationError(
                f"{path} cannot say what it offers: {one_line(error)}"
            ) from error


def _classes_with(module: Any, routines: Sequence[str]) -> list[type]:
    """Return the classes of a module that have most of some routines.

    The module defines them itself, or it is a package and imports them from its own modules.
    """
    return [
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and f"{each.__module__}.".startswith(f"{module.__name__}.")
        and 2 * sum(callable(getattr(each, name, None)) for name in routines) > len(routines)
    ]


def _demand_no_submodule(path: str, module: Any) -> None:
    """Raise ImplementationError if nothing is found in a package that has modules."""
    inner = [found.name for found in pkgutil.iter_modules(getattr(module, "__path__", ()))]
    if inner:
        raise ImplementationError(
            f"py:{path} is a package whose __init__.py has none of the routines; name one of its "
            f"modules: {', '.join(f'py:{path}.{name}' for name in inner[:5])}"
        )


def _bind_submodules(package: str) -> None:
    """Make the submodules that were imported before attributes of a package executed anew."""
    module = sys.modules.get(package)
    if not isinstance(module, ModuleType):
        return
    for name, submodule in [*sys.modules.items()]:
        parent, _, child = name.rpartition(".")
        if parent == package:
            vars(module).setdefault(child, submodule)
