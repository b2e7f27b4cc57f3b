"""The contract of `/v1` as it was frozen: `python -m tests.support.goldens.frozen` freezes it.

From then on it is only added to. It is frozen anew after additions, which are then promised too.
"""

from __future__ import annotations

from tests.support.goldens.contract import CONTRACT, written

FROZEN = CONTRACT.with_name("openapi-v1.json")

if __name__ == "__main__":
    FROZEN.write_text(written(), encoding="utf-8")
    print(f"frozen: {FROZEN.name}")
