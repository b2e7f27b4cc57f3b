"""On this machine alone unless told otherwise; in the network under its own names, and scanned."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest

from api.server.app import create_app
from api.server.serve import Greeting, Installation, Where
from api.web.traffic import network
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table
from tests.support.clients.real_server import Served

NETWORK = "192.0.2.7"


@pytest.fixture
def in_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with one address, by the name of `table`."""
    monkeypatch.setattr(network, "addresses", lambda: (NETWORK,))
    monkeypatch.setattr(socket, "gethostname", lambda: "Table")


def test_it_listens_on_this_machine_alone_unless_told_otherwise():
    assert Where(8000).host == "127.0.0.1"
    assert Where(8000).hosts == ("localhost", "127.0.0.1")
    assert Where(8000, lan=True).host == "0.0.0.0"


@pytest.mark.usefixtures("in_a_network")
def test_in_a_network_it_answers_under_its_own_names_and_no_other(table: Table):
    where = Where(8000, lan=True, names=("combat.example",))
    assert where.hosts == (
        "localhost",
        "127.0.0.1",
        NETWORK,
        "table",
        "table.local",
        "combat.example",
    )
    client = create_app(table.service, hosts=where.hosts).test_client()
    for host, status in ((NETWORK, 200), ("table.local", 200), ("evil.example", 400)):
        assert client.get("/", headers={"Host": f"{host}:8000"}).status_code == status


@pytest.mark.usefixtures("in_a_network")
def test_the_greeting_says_where_others_reach_it(tmp_path: Path):
    at = Greeting.of(Installation(tmp_path), Where(0, lan=True), 8123)
    assert f"  others in this network reach it at http://{NETWORK}:8123/" in list(at.lines())
    assert at.url == "http://127.0.0.1:8123/"
    assert network.code_for_terminal(f"http://{NETWORK}:8123/enter#{at.token}") == at.code()
    alone = Greeting.of(Installation(tmp_path), Where(0), 8123)
    assert alone.lan == () and "add --lan" in next(alone.lines())
    assert f"  http://127.0.0.1:8123/enter#{at.token}" in list(at.lines())


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_a_code_is_shown_on_a_terminal_alone(tmp_path: Path):
    server = Served(tmp_path)
    try:
        assert server.stop() == 0
        assert "█" not in "".join(server.said) + server.rest
    finally:
        server.close()


def test_the_link_of_a_seat_is_one_that_others_can_follow(table: Table):
    app = create_app(table.service, hosts=("localhost",), lan=(NETWORK,))
    referee = Reader(app, table.service.vault.operator_token())
    page = referee.reads(f"/combats/{table.combat}/seats")
    said = page.form("Open the seat").filled(person="Ulla", role="spectator")
    sent = referee.sends(page.form("Open the seat"), said).text
    [link] = re.findall(r'value="(http://[^"]+/enter#[^"]+)"', sent)
    assert link.startswith(f"http://{NETWORK}:80/enter#clt_")
    [code] = re.findall(r'<img class="code" src="([^"]+)"', sent)
    assert code.replace("&#39;", "'") == network.code_for_page(link).replace("&#39;", "'")
    # 256 random bits, 43 letters of 6 bits each.
    assert len(link.rpartition("clt_")[2]) == 43


def test_the_command_line_finds_the_address_for_others(monkeypatch: pytest.MonkeyPatch):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        monkeypatch.setattr(network, "addresses", lambda: ("127.0.0.1",))
        assert network.reachable(f"http://localhost:{port}") == f"http://127.0.0.1:{port}"
    assert network.reachable(f"http://localhost:{port}") == f"http://localhost:{port}"
    assert network.reachable("https://combat.example") == "https://combat.example"


@pytest.mark.sweep(of="processes beside one another", share=3)
def test_one_that_serves_a_network_says_so_to_programs(tmp_path: Path):
    server = Served.__new__(Served)
    server.folder, server.database, server.options = tmp_path, "", ("--lan", "--json")
    server.data, server.plugin = tmp_path / "data", tmp_path
    process = server.run(0)
    assert process.stdout is not None
    said = json.loads(process.stdout.readline())
    process.terminate()
    process.communicate(timeout=30)
    assert [each.split("/")[2].partition(":")[0] for each in said["lan"]] == list(
        network.addresses()
    )
