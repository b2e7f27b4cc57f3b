"""The log of a process on the model of a PostgreSQL server, with the recorder of the product."""

from __future__ import annotations

from typing import Any

from eventsourcing.persistence import InfrastructureFactory
from eventsourcing.utils import Environment

from api.store.core.migrations import EVENTS
from api.store.log import CombatLog
from api.store.postgres.recorder import PostgresRecorder
from tests.simulation.databases.postgres_pool import ModelDatastore
from tests.simulation.databases.postgres_server import Server
from tests.simulation.scheduling.scheduler import Process


class Factory(InfrastructureFactory[Any]):
    """The library's factory, which makes the recorder of the product and no other."""

    datastore: ModelDatastore

    def application_recorder(self) -> PostgresRecorder:
        """The recorder of the product."""
        return PostgresRecorder(self.datastore, EVENTS)

    def aggregate_recorder(self, purpose: str = "events") -> Any:
        """Nothing: not used."""
        raise NotImplementedError

    def process_recorder(self) -> Any:
        """Nothing: not used."""
        raise NotImplementedError

    def tracking_recorder(self, tracking_recorder_class: Any = None) -> Any:
        """Nothing: not used."""
        raise NotImplementedError

    def close(self) -> None:
        """End all connections that nobody uses."""
        self.datastore.close()


class ModelLog(CombatLog):
    """The log of a process, on the model of a server."""

    name = CombatLog.name

    def __init__(self, server: Server, process: Process):
        self._datastore = ModelDatastore(server, process)
        super().__init__()

    def construct_factory(self, env: Environment) -> Factory:
        """The factory above."""
        factory = Factory(env)
        factory.datastore = self._datastore
        return factory


def open_model(server: Server, process: Process) -> CombatLog:
    """The log of a process; its sessions end when it dies."""
    process.at_death.append(lambda: server.close_sessions(process))
    return ModelLog(server, process)
