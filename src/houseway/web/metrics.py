"""What the service measures of itself, for Prometheus."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from houseway.service.floor import Floor
from houseway.table.commands import Stage

SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
SIZES: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics(Collector):
    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        labels = ("command", "outcome")
        self._commands = Counter("houseway_commands", "Commands, by name and outcome", labels, registry=self._registry)
        self._latency = self._histogram("command_seconds", "From a command's arrival to its durable reply", SECONDS)
        self._batch = self._histogram("commit_commands", "Commands that shared a commit", SIZES)
        self._commit = self._histogram("commit_seconds", "A commit, from deciding to telling", SECONDS)

    def _histogram(self, name: str, says: str, buckets: tuple[float, ...]) -> Histogram:
        return Histogram(f"houseway_{name}", says, buckets=buckets, registry=self._registry)

    def gauge(self, floor: Floor, seqs: Callable[[], Mapping[str, int]], streams: Callable[[], int]) -> None:
        """What is counted at the moment of asking."""
        self._floor, self._seqs, self._streams = floor, seqs, streams
        self._registry.register(self)

    def command(self, name: str, outcome: str, seconds: float) -> None:
        self._commands.labels(name, outcome).inc()
        self._latency.observe(seconds)

    def commit(self, commands: int, seconds: float) -> None:
        """The floor's `measure`; called by the writer's thread."""
        self._batch.observe(commands)
        self._commit.observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        open_tables = sum(table.stage is not Stage.CLOSED for table in self._floor.tables.values())
        yield GaugeMetricFamily("houseway_open_tables", "Tables open in this process", open_tables)
        yield GaugeMetricFamily("houseway_stream_clients", "Open event streams", self._streams())
        seqs = GaugeMetricFamily("houseway_book_seq", "The last record of each table", labels=("table",))
        for table, seq in self._seqs().items():
            seqs.add_metric((table,), seq)
        yield seqs
