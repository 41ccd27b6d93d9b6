"""Modules that are loaded when they are first needed, by one thread at a time.

Of two threads that load a package and a module of it at the same moment each can wait for the other; Python then fails
one of them (``_DeadlockError``), which a pool of threads that starts to draw would see now and then.
"""

from __future__ import annotations

import threading

__all__ = ["LOADING"]

LOADING = threading.RLock()  # held over every import inside a function that threads may be the first to call
