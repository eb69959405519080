"""What the service measures of itself, for Prometheus."""

from collections.abc import Iterator
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Gauged(Protocol):
    """What is counted at the moment of asking."""

    def table_seqs(self) -> dict[str, int]: ...
    def open_tables(self) -> int: ...
    def stream_clients(self) -> int: ...


class Metrics:
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._commands = Counter(
            "houseway_commands", "Commands, by name and outcome", ("command", "outcome"), registry=self._registry
        )
        self._counters: dict[tuple[str, str], Counter] = {}
        self._latency = Histogram(
            "houseway_command_seconds",
            "From a command's arrival to its durable reply",
            buckets=SECONDS,
            registry=self._registry,
        )
        self._batch = Histogram(
            "houseway_commit_commands", "Commands that shared a commit", buckets=SIZES, registry=self._registry
        )
        self._commit = Histogram(
            "houseway_commit_seconds", "A commit, from deciding to telling", buckets=SECONDS, registry=self._registry
        )

    def gauge(self, gauged: Gauged) -> None:
        self._registry.register(_Gauges(gauged))

    def command(self, name: str, outcome: str, seconds: float) -> None:
        counter = self._counters.get((name, outcome))
        if counter is None:
            counter = self._counters[name, outcome] = self._commands.labels(name, outcome)
        counter.inc()
        self._latency.observe(seconds)

    def commit(self, commands: int, seconds: float) -> None:
        """The floor's `measure`; called by the writer's thread."""
        self._batch.observe(commands)
        self._commit.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Gauges(Collector):
    def __init__(self, gauged: Gauged) -> None:
        self._gauged = gauged

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("houseway_open_tables", "Tables open in this process", self._gauged.open_tables())
        yield GaugeMetricFamily("houseway_stream_clients", "Open event streams", self._gauged.stream_clients())
        seqs = GaugeMetricFamily("houseway_book_seq", "The last record of each table", labels=("table",))
        for table, seq in self._gauged.table_seqs().items():
            seqs.add_metric((table,), seq)
        yield seqs
