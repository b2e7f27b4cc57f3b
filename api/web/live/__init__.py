"""Live views: every viewer's own log as it grows, over streams and long polls.

The log is the queue. Whoever listens has a place in his own log, the number of the last entry that
he was sent; what comes after it is sent, and nothing is ever kept for him. So whoever comes back
goes on where he broke off, without a hole and without a double, however slow he is.
"""

from api.web.live.hub import MOST_STREAMS, Hub
from api.web.live.sse import Listener, grown, stream

__all__ = ["MOST_STREAMS", "Hub", "Listener", "grown", "stream"]
