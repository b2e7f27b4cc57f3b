"""Links for other devices: the address that a phone can reach, or how to get one."""

from __future__ import annotations

from flask import current_app, request

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
