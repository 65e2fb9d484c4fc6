"""Grading on a cluster: an error names what a worker lacks; a worker that dies costs nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("distributed", reason="pip install 'othello-mis[cluster]'")

import dask
from distributed import Client, LocalCluster, Security

from modcheck.grading import cluster
from modcheck.grading.grade import Judging, grade
from modcheck.grading.journal import Journal
from modcheck.grading.schedule import Aborted, Answered, GradingTask, Schedule, fingerprint, local
from modcheck.grading.submissions import submissions

TESTS = Path(__file__).parent
PACKAGES = ("modcheck.grading",)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalCluster]:
    """A cluster of two workers on this machine, who find the judges that only pretend."""
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


@pytest.fixture
def twelve(tmp_path: Path) -> Path:
    """A class of twelve."""
    for number in range(12):
        own = tmp_path / "class" / f"{number:02}"
        own.mkdir(parents=True)
        (own / "program").write_text("x" * number)
    return tmp_path / "class"


def grade_class(folder: Path, journal: Path, schedule: Schedule, told: Path) -> dict[str, Any]:
    """Grade a class. Return the results by submission."""
    settings = {"told": str(told), "seconds": 0.2}
    judging = Judging("grading_judges:honest", settings, 20.0, PACKAGES)
    with Journal(journal) as kept:
        results = grade(submissions(folder).submissions, judging, kept, schedule)
    return {submission.name: result for submission, result in results.items()}


def test_workers_that_die_on_the_way_cost_nothing(
    workers: LocalCluster, twelve: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    killed: list[int] = []

    def deadly(tasks: Iterable[GradingTask]) -> Generator[Answered, None, None]:
        """Kills both workers, one after the other, each when some rows have come."""
        for number, done in enumerate(cluster.cluster(tasks, workers.scheduler_address)):
            if number in (1, 5):
                killed.append(workers.workers[len(killed)].pid)
                os.kill(killed[-1], signal.SIGKILL)
            yield done

    told = tmp_path / "told"
    spread = grade_class(twelve, tmp_path / "spread", deadly, told)
    assert 2 == len(set(killed))
    assert grade_class(twelve, tmp_path / "alone", local, told) == spread
    assert 12 == len(spread)


def test_a_cluster_without_workers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 1.0)
    with (
        LocalCluster(n_workers=0, dashboard_address=None) as empty,
        pytest.raises(Aborted, match="has no workers; start some"),
    ):
        next(cluster.cluster([], empty.scheduler_address))


def task(folder: Path, checker: str = "") -> GradingTask:
    """A task that a worker of the cluster is given."""
    submission = {"name": folder.name, "place": str(folder)}
    checker = checker or fingerprint(PACKAGES)
    return GradingTask("grading_judges:honest", submission, {}, 9.0, checker, PACKAGES)


def test_a_worker_that_does_not_see_the_class_says_so(tmp_path: Path) -> None:
    answer = cluster.do_task_here(task(tmp_path / "class" / "ann"))
    assert (
        f"sees no folder {tmp_path / 'class'}; the submissions must be at the same" in answer.abort
    )


def test_a_worker_of_another_version_says_so(tmp_path: Path) -> None:
    assert "has another version installed" in cluster.do_task_here(task(tmp_path, "other")).abort


def test_a_worker_that_has_all_it_needs_does_its_task(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    (tmp_path / "program").write_text("12345")
    try:
        answer = cluster.do_task_here(task(tmp_path))
    finally:
        cluster._thread.pool.close()
        del cluster._thread.pool
    assert ("", 5) == (answer.abort, (answer.result or {})["row"]["passes"])


# -- who can reach the scheduler -------------------------------------------------------------------


def test_without_encryption_the_sandbox_has_to_keep_programs_from_the_network(
    workers: LocalCluster, twelve: Path, tmp_path: Path
) -> None:
    def open_the_network() -> None:
        """Leave the network open in a worker (nested, so that it is sent by value)."""
        cluster.Sandbox.with_backend = classmethod(  # type: ignore[assignment,method-assign]  # a process of its own
            lambda *_: SimpleNamespace(backend=SimpleNamespace(contains=frozenset()))
        )

    tasks = [task(twelve / "00")]
    with Client(workers.scheduler_address, set_as_default=False) as client:
        cluster._demand_closed_sockets(client, tasks)
        open_to_all = replace(tasks[0], settings={"backend": "open"})
        client.run(open_the_network)
        with pytest.raises(Aborted, match="they could reach the scheduler; encrypt its connect"):
            cluster._demand_closed_sockets(client, [open_to_all])


def test_what_is_trusted_may_use_the_network() -> None:
    assert cluster.closes_sockets("none")
    assert cluster.closes_sockets("no such backend")


@pytest.fixture
def certificate(tmp_path: Path) -> dict[str, str]:
    """The settings of dask for a key and a certificate that signs itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    key, signed = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-keyout", str(key), "-out", str(signed)]
    subprocess.run(command, check=True, capture_output=True)
    roles = ("scheduler", "worker", "client")
    settings = {"distributed.comm.tls.ca-file": str(signed)}
    for role in roles:
        settings[f"distributed.comm.tls.{role}.key"] = str(key)
        settings[f"distributed.comm.tls.{role}.cert"] = str(signed)
    return settings


def test_a_class_is_graded_over_encrypted_connections(
    certificate: dict[str, str], twelve: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(TESTS))
    with (
        dask.config.set(certificate),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            protocol="tls://",
            security=Security(),
        ) as made,
    ):
        assert made.scheduler_address.startswith("tls://")
        schedule = partial(cluster.cluster, address=made.scheduler_address)
        spread = grade_class(twelve, tmp_path / "spread", schedule, tmp_path / "told")
    assert grade_class(twelve, tmp_path / "alone", local, tmp_path / "told") == spread
    assert len(spread) == 12
