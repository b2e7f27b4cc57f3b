"""Live views: every viewer's own log as it grows, over streams and long polls.

The log is the queue. Each listener has a place in their own log: the number of the last entry that
they were sent. Entries after it are sent, and none is kept for a listener. So a client that comes
back goes on where it broke off, without a hole and without a double, however slow it is.
"""

from api.web.live.hub import MOST_STREAMS, Hub
from api.web.live.sse import Listener, grown, stream

__all__ = ["MOST_STREAMS", "Hub", "Listener", "grown", "stream"]
