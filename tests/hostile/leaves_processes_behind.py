"""Leaves a process behind that has left parent, session and group, and holds no pipe of the
checker's."""

import os
import signal
import time

from _hostile import behave

ATTEMPTS = ["OUTLIVES"]
VERDICT = "conforms"
HARMLESS = True


def daemon() -> None:
    if os.fork() == 0:
        os.setsid()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        if os.fork() == 0:
            os.closerange(0, 256)
            time.sleep(20)  # long enough to be found, where nothing ends it
        os._exit(0)
    os.wait()


daemon()
behave()
