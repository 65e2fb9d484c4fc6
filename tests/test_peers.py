"""Peers: the checker accuses no other Othello that is right, and they agree move by move."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from modcheck.system import in_process
from modcheck.system.implementation import Implementation
from modcheck.verdict.check import check
from modcheck.verdict.verdict import Verdict
from othello_suite.test_model import build_test_model
from specimen_table import no_garbage_collection


class Peer(NamedTuple):
    """A library, and the adapter that holds it against a module."""

    library: str
    """The name by which it is imported."""
    wheel: str
    """The name by which it is installed."""
    module: str
    adapter: str
    withholds: Sequence[str] = ()
    """The routines that cannot be offered, since the library does not tell."""

    @property
    def place(self) -> str:
        return f"peers.{self.adapter}:{self.module.title()}"


PEERS = [
    Peer("rust_reversi", "rust_reversi", "othello", "rust_reversi_othello"),
    Peer(
        "pyspiel",
        "open_spiel",
        "othello",
        "openspiel_othello",
        ("has_valid_moves", "is_valid_move"),
    ),
    Peer("pyspiel", "open_spiel", "passing", "openspiel_passing", ("is_valid_move",)),
]


@pytest.fixture(scope="module", params=[pytest.param(each, id=each.adapter) for each in PEERS])
def peer_and_verdict(request: pytest.FixtureRequest) -> tuple[Peer, Verdict]:
    """A peer, and the verdict on it."""
    peer: Peer = request.param
    pytest.importorskip(peer.library, reason=f"{peer.wheel} is not installed")
    against = build_test_model(peer.module)

    def make() -> Implementation:
        return in_process.load(peer.place, against.routines)

    with no_garbage_collection():
        return peer, check(against, make)


def test_a_peer_conforms(peer_and_verdict: tuple[Peer, Verdict]) -> None:
    _, verdict = peer_and_verdict
    assert [] == [(fault.rule, fault.mismatch.step.call) for fault in verdict.faults]
    assert verdict.conforms


def test_what_a_peer_does_not_tell_is_derived_or_not_checked(
    peer_and_verdict: tuple[Peer, Verdict],
) -> None:
    peer, verdict = peer_and_verdict
    offer = verdict.support
    assert sorted(peer.withholds) == sorted([*offer.derived, *offer.unchecked])


def test_a_peer_is_asked_much(peer_and_verdict: tuple[Peer, Verdict]) -> None:
    _, verdict = peer_and_verdict
    assert verdict.coverage.calls > 50_000
    assert [] == [name for name, times in verdict.coverage.events.items() if not times]


def test_the_checker_finds_out_a_peer_whose_adapter_forgets_the_passes() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    against = build_test_model("othello")
    adapter: Any = importlib.import_module("peers.openspiel_passing").Passing

    def make() -> Implementation:
        return in_process.InProcess(adapter(), against.routines)

    with no_garbage_collection():
        verdict = check(against, make)
    assert "forfeit" == verdict.faults[0].rule
