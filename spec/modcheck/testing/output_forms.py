"""Output forms: replies in the form in which they are compared, by the declared types.

- The elements of a set count, and not the order in which a program has them: a set travels as an
  array, a mapping as an array of pairs, and both are put into one order.
- A real is compared within the tolerance of the module.
- An object is compared by what its observers yield (:mod:`modcheck.system.object_views`). It stays
  with the program: a call that yields one is followed by calls of observers whose names begin with
  a full stop, as in ``.x``. An object as an argument is the one that some calls make. A call leaves
  it as it was: it is asked the same as an object that these calls make anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, get_args

from modcheck.rest import with_results
from modcheck.system.implementation import (
    CHANGES_ARGUMENT,
    UNTOUCHED,
    Implementation,
    Json,
    NumberText,
    Reply,
    handle_of,
    in_order,
)
from modcheck.system.object_views import (
    FURTHER,
    ObjectView,
    ObserverCalls,
    calls_of,
    further_observers,
    kind_of_output,
    yields_own_type,
)
from modspec.run.machine import Call
from modspec.run.objects import is_object_type, module_of, plain_observers
from modspec.run.reals import Real, tolerance_of
from modspec.syntax.errors import SpecificationError
from modspec.syntax.kinds import hints_of, is_mapping, is_set
from modspec.syntax.module import Function, Module
from modspec.syntax.values import State

ASKED: Final = 12
"""How often a program is asked what the same call leaves of its arguments, in whatever state."""


class _Asked(NamedTuple):
    """What an object is asked that a call yields."""

    plain: tuple[ObserverCalls, ...]
    further: tuple[ObserverCalls, ...]
    calls: tuple[Call, ...]
    """All these calls, in their order."""

    @classmethod
    def of(cls, plain: Iterable[Function], further: Iterable[Function]) -> _Asked:
        """Return what some plain observers and some further ones are asked."""
        shown, other = tuple(map(calls_of, plain)), tuple(map(calls_of, further))
        paths = (path for observer in (*shown, *other) for path in observer.paths)
        return cls(shown, other, tuple(map(Call, paths)))


class _Given(NamedTuple):
    """What an object is asked that a call was given, and then one that was made like it."""

    parameter: str
    observers: tuple[ObserverCalls, ...]
    calls: tuple[Call, ...]

    @classmethod
    def of(cls, number: int, parameter: str, kind: Any) -> _Given:
        """Return what the argument of a number, of an object type, is asked."""
        observers = tuple(map(calls_of, plain_observers(module_of(kind))))
        paths = [path for observer in observers for path in observer.paths]
        names = (f"{whose}{path}" for whose in (number, f"{number}{UNTOUCHED}") for path in paths)
        return cls(parameter, observers, tuple(map(Call, names)))


class OutputForms:
    """The forms of what the access programs of a module take and yield."""

    def __init__(self, module: Module, unchecked: Collection[str] = ()) -> None:
        """Take a module, and the access programs that a program does not have, or hangs in.

        Raises SpecificationError for outputs that no program can be judged by.
        """
        self._tolerance = tolerance_of(module)
        self._own = vars(module.python)[module.state.name] if module.state else None
        self._kinds: dict[str, Any] = {}
        self._with_objects = set[str]()
        self._asked: dict[str, _Asked] = {}
        """What an object is asked that a call yields."""
        self._given: dict[str, tuple[_Given, ...]] = {}
        """What the objects are asked that a call was given."""
        for function in module.access_programs:
            hints = hints_of(vars(module.python)[function.name])
            kinds = [(n, p.name, hints.get(p.name)) for n, p in enumerate(function.parameters)]
            if given := tuple(_Given.of(*each) for each in kinds if is_object_type(each[2])):
                self._with_objects.add(function.name)
                self._given[function.name] = given
            if function.output is not None:
                kind = kind_of_output(function)
                _demand_comparable(module, function, kind)
                if _has_form(kind):
                    self._kinds[function.name] = kind
                if is_object_type(kind):
                    self._with_objects.add(function.name)
                    further = further_observers(module) if yields_own_type(function) else ()
                    able = tuple(each for each in further if each.name not in unchecked)
                    plain = plain_observers(module_of(kind))
                    self._asked[function.name] = _Asked.of(plain, able)
        self.are_needed = bool(self._with_objects or self._kinds)
        """Whether there is anything but values that are compared as they come."""

    @property
    def have_objects(self) -> bool:
        """Whether one call may take several, since it takes or yields objects."""
        return bool(self._with_objects)

    def calls(self, call: Call, shows_arguments: bool = False) -> tuple[Call, ...]:
        """Return the calls to make for one: handles for objects, and the observers of an output.

        If the program ``shows_arguments``, observers of these objects follow.
        """
        if call.routine not in self._with_objects:
            return (call,)
        arguments = tuple(self._argument(each) for each in call.arguments)
        asked = self._asked.get(call.routine)
        given = self._given.get(call.routine, ()) if shows_arguments else ()
        of_given = chain.from_iterable(each.calls for each in given)
        return (Call(call.routine, arguments), *(asked.calls if asked else ()), *of_given)

    def takes_objects(self, call: Call) -> bool:
        """Whether a call is given objects."""
        return call.routine in self._given

    def has_form(self, call: Call) -> bool:
        """Whether replies to a call may come in another form than that in which they count."""
        return call.routine in self._kinds or call.routine in self._given

    def reply(self, call: Call, replies: Sequence[Reply]) -> Reply:
        """Return the reply to a call, from the replies to the calls that were made for it."""
        reply, *others = replies
        asked = self._asked.get(call.routine)
        if asked is not None:
            others = others[len(asked.calls) :]
        if reply.fault is None and others:
            changed = self._changed_argument(call.routine, others)
            if changed is not None:
                return Reply(fault=changed, goes_on=True)
        kind = self._kinds.get(call.routine)
        if kind is None or reply.exception is not None or reply.fault is not None:
            return reply
        if asked is not None:
            return self._object(asked, replies[1 : 1 + len(asked.calls)])
        value = self._value(reply.output, kind)
        return reply if value is reply.output else replace(reply, output=value)

    def _argument(self, value: Any) -> Any:
        return handle_of(value, self._own) if isinstance(value, State) else value

    def _object(self, asked: _Asked, replies: Sequence[Reply]) -> Reply:
        """Return an object that a call yields as its observers show it, or the first fault."""
        fault = next((reply for reply in replies if reply.fault is not None), None)
        if fault is not None:
            return fault
        left = iter(replies)
        plain, further = self._view(asked.plain, left), self._view(asked.further, left)
        return Reply(ObjectView([*plain, (FURTHER, further)] if further else plain))

    def _changed_argument(self, routine: str, replies: Sequence[Reply]) -> str | None:
        """Return that a call has changed an object that it was given, from what this one shows.

        It shows the same as one that was made like it, even where the observers are wrong.
        """
        left = iter(replies)
        for given in self._given[routine]:
            some = [*islice(left, len(given.calls))]
            if any(reply.fault is not None for reply in some):
                continue  # it has no such observer, and need not have it
            own = iter(some)
            after, made = self._view(given.observers, own), self._view(given.observers, own)
            if names := made.unlike(after):
                return f"{CHANGES_ARGUMENT} {given.parameter}: {names[0]} yields something else"
        return None

    def _view(self, observers: Iterable[ObserverCalls], replies: Iterator[Reply]) -> ObjectView:
        """Return what some observers of an object yield."""
        return ObjectView(
            (observer.name, self._member(observer, replies)) for observer in observers
        )

    def _member(self, observer: ObserverCalls, replies: Iterator[Reply]) -> Json:
        """Return what an observer of an object yields, or that it raises."""
        reply = next(replies) if observer.is_called else Reply()
        view = self._view(observer.inner, replies)
        if reply.exception is not None:
            return ObjectView.raising(reply.exception)
        return view if is_object_type(observer.kind) else self._value(reply.output, observer.kind)

    def _value(self, output: Json, kind: Any) -> Json:
        """Return an output of a type as it is compared."""
        if kind is float and isinstance(output, NumberText):
            return Real(output.number, self._tolerance)
        if kind is float and type(output) is int:
            return Real(output, self._tolerance)
        if not isinstance(output, tuple):
            return output
        if is_set(kind) or is_mapping(kind):
            return in_order(output)
        fields = hints_of(kind) if hasattr(kind, "_fields") else {}
        inner = [*fields.values()] if fields else [*get_args(kind)[:1]] * len(output)
        if len(inner) != len(output):
            return output
        return tuple(self._value(*each) for each in zip(output, inner, strict=True))


def _has_form(kind: Any) -> bool:
    """Whether values of a type are not compared as they come."""
    return is_set(kind) or is_mapping(kind) or is_object_type(kind) or _holds(kind, float)


def _holds(kind: Any, wanted: type) -> bool:
    """Whether a type is made of another one; any object type is one for State."""
    if kind is wanted or (wanted is State and is_object_type(kind)):
        return True
    parts = [*hints_of(kind).values()] if hasattr(kind, "_fields") else get_args(kind)
    return any(_holds(each, wanted) for each in parts)


def _demand_comparable(module: Module, function: Function, kind: Any) -> None:
    """Refuse outputs that cannot be compared."""
    name = f"{function.name} of {module.name}"
    if not is_object_type(kind) and _holds(kind, State):
        raise SpecificationError(
            f"{name} yields objects within something else, and a program shows one object at a "
            "time: let it yield one of them, by its position"
        )
    if (is_set(kind) or is_mapping(kind)) and _holds(kind, float):
        raise SpecificationError(
            f"{name} yields reals within a set or a mapping, which have no order to compare them "
            "in: let it yield a sequence"
        )
    if is_object_type(kind) and not plain_observers(module_of(kind)):
        raise SpecificationError(
            f"{name} yields an object that shows nothing: give {module_of(kind).name} an access "
            "program without parameters that yields a value"
        )


def with_forms(implementation: Implementation, forms: OutputForms) -> Implementation:
    """Return an implementation whose replies come in the forms of a module, if it has any."""
    return FormedImplementation(implementation, forms) if forms.are_needed else implementation


class Calls(Protocol):
    """A trace."""

    @property
    def calls(self) -> Sequence[Call]:
        """Its calls."""


_Game: TypeAlias = tuple[Sequence[Call], Sequence[Sequence[Call]]]
"""Calls, and for each of them those that are made for it."""


class FormedImplementation:
    """An implementation whose replies come in the form in which they are compared."""

    def __init__(self, implementation: Implementation, forms: OutputForms) -> None:
        """Bring the calls to an implementation, and its replies, into the forms of a module."""
        self._implementation, self._forms = implementation, forms
        self.name = implementation.name
        self.routines = implementation.routines
        self.conventions: Mapping[str, str] = implementation.conventions
        self._times: Counter[Call] = Counter()
        self._shows_arguments: bool = getattr(implementation, "shows_arguments", False)
        self.unexpected_replies: Callable[[Iterable[Calls]], Iterator[list[Reply] | None]]
        self.answer_each: Callable[[Iterable[Sequence[Call]]], Iterator[list[Reply]]]
        if hasattr(implementation, "answer_each"):
            self.answer_each = self._replies_to_each
            if forms.have_objects:
                self.unexpected_replies = self._replies_with_objects
        if not forms.have_objects and hasattr(implementation, "unexpected_replies"):
            self.unexpected_replies = self._unexpected_replies

    def _unexpected_replies(self, traces: Iterable[Calls]) -> Iterator[list[Reply] | None]:
        """Yield the replies to each trace, None if they come as expected, in the expected form."""
        plain: Any = self._implementation  # which offers the same
        for trace, replies in with_results(traces, plain.unexpected_replies):
            if replies is None:
                yield None
            else:
                pairs = zip(trace.calls, replies, strict=True)
                yield [self._reply_in_form(call, [reply]) for call, reply in pairs]

    def _replies_with_objects(self, traces: Iterable[Calls]) -> Iterator[list[Reply]]:
        """Yield the replies to each trace, which are always read."""
        return self._replies_to_each(trace.calls for trace in traces)

    def _replies_to_each(self, games: Iterable[Sequence[Call]]) -> Iterator[list[Reply]]:
        """Yield the replies to each game; one call of it may take several of the program."""
        plain: Any = self._implementation  # which answers several games
        times = self._times.copy()  # of the games that are taken ahead, too, played or not
        grouped = ((calls, self._groups(calls, times)) for calls in games)

        def replies_to(some: Iterable[_Game]) -> Iterable[list[Reply]]:
            made = ([*chain.from_iterable(groups)] for _, groups in some)
            found: Iterable[list[Reply]] = plain.answer_each(made)
            return found

        for (calls, groups), replies in with_results(grouped, replies_to):
            self._times.update(filter(self._forms.takes_objects, calls))
            yield self._in_form(calls, groups, replies)

    def _reply_in_form(self, call: Call, replies: Sequence[Reply]) -> Reply:
        return self._forms.reply(call, replies) if self._forms.has_form(call) else replies[0]

    def answer(self, calls: Sequence[Call]) -> list[Reply]:
        """Return one reply for each call."""
        groups = self._groups(calls, self._times)
        replies = self._implementation.answer([*chain.from_iterable(groups)])
        return self._in_form(calls, groups, replies)

    def _groups(self, calls: Iterable[Call], times: Counter[Call]) -> list[tuple[Call, ...]]:
        """Return the calls to make for each call; count in ``times`` those that are given objects.

        What a call leaves of its arguments is asked the first times that it is made.
        """
        groups = []
        for call in calls:
            asks = self._shows_arguments and self._forms.takes_objects(call)
            if asks:
                times[call] += 1
            groups.append(self._forms.calls(call, asks and times[call] <= ASKED))
        return groups

    def _in_form(
        self, calls: Iterable[Call], groups: Iterable[Sequence[Call]], replies: Iterable[Reply]
    ) -> list[Reply]:
        """Return the reply to each call, from those to the calls that were made for it."""
        left = iter(replies)
        return [
            self._reply_in_form(call, [*islice(left, len(group))])
            for call, group in zip(calls, groups, strict=True)
        ]

    def close(self) -> None:
        """Close the implementation."""
        self._implementation.close()
