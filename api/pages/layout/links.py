"""Links for other devices: the address that a phone can reach; names of files to be kept."""

from __future__ import annotations

from flask import current_app, request
from werkzeug.utils import secure_filename

from api.web.route_table import Call
from api.web.traffic.network import LOOPBACK


def address_for_others() -> str:
    """Return the address of this server for other devices."""
    host, _, port = request.host.partition(":")
    others: tuple[str, ...] = current_app.config["LAN"]
    if host in LOOPBACK and others:
        return f"{request.scheme}://{others[0]}:{port or 80}/"
    return request.host_url


def lan_command() -> str:
    """Return the command that lets phones in; empty where they reach this address already."""
    host, _, port = request.host.partition(":")
    if host not in LOOPBACK or current_app.config["LAN"]:
        return ""
    return f"combatlog serve --lan --port {port or 80}"


def is_secure_context() -> bool:
    """Return whether browsers take this page for secure, as an installation needs."""
    return request.is_secure or request.host.partition(":")[0] in LOOPBACK


def file_name(call: Call, ending: str) -> str:
    """Return the name of a file about a fight: by its title, so that people find it again."""
    row = call.service.log.catalogue_row(call.combat)
    return secure_filename(f"{row.title if row else ''} {ending}").lower().replace("_", "-")


def attached(name: str) -> str:
    """Return the header by which a browser keeps an answer as a file of that name."""
    return f'attachment; filename="{name}"'
