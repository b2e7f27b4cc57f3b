"""What whoever must not know something looks at: every route and every page that reads."""

from __future__ import annotations

READS = ("state", "turn-order", "action-points", "mana-pools", "conditions", "options", "events",
         "events.ndjson", "dice", "timeline", "timeline.txt", "recap", "preview", "undo", "seats",
         "export", "bundle", "feed", "forgotten", "forks", "compare", "frames", "marks", "explain",
         "why-not", "rejudged",
         "disputes", "evidence", "precedents", "audit", "audit/picture", "postings.csv",
         "ledger", "ledger.csv", "ask", "ask.csv", "")  # fmt: skip
ASKED = ("explain?what=ap of ana", "explain?what=8", "explain?what=ap of lurker1",
         "why-not?who=ana&what=strike", "ask?sql=SELECT * FROM entries",
         "ask.csv?named=left-at-turn-end")  # fmt: skip
IN_A_FORK = ("state", "events", "timeline", "options", "compare", "preview", "")
STREAMS = ("stream",)
"""What is listened to from the first entry to the last: see `World.listen`."""
PAGES_TO_LOOK_AT = ("/", "/enter", "/join", "/combats/<combat>", "/combats/<combat>/board",
                    "/combats/<combat>/move", "/combats/<combat>/referee",
                    "/combats/<combat>/seats", "/audit",
                    "/combats/<combat>/head", "/combats/<combat>/heads",
                    "/combats/<combat>/docket",
                    "/combats/<combat>/contest", "/combats/<combat>/replay",
                    "/combats/<combat>/replay/frame", "/combats/<combat>/compare",
                    "/combats/<combat>/audit", "/combats/<combat>/postings.csv",
                    "/combats/<combat>/bundle.zip", "/combats/<combat>/why",
                    "/combats/<combat>/why-not", "/combats/<combat>/ask",
                    "/combats/<combat>/ask.csv", "/combats/<combat>/dice",
                    "/combats/<combat>/what-if")  # fmt: skip
PAGES_ASKED = ("why?what=ap of ana", "why?what=8", "contest?entry=8",
               "replay?at=8", "replay/frame?place=5", "compare?at=4&with_at=7", "audit.md",
               "why-not?who=ana&what=strike", "ask?named=left-at-turn-end", "docket/8",
               "ask.csv?named=rolls")  # fmt: skip
NO_TABLE = {"/reference", "/new", "/enter/<token>"}
"""Pages that tell of games or of a token, not of a combat."""
