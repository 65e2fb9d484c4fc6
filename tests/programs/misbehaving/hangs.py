"""Never answers, nor ends when its input does; gives up after an hour, lest one is forgotten."""

import time

time.sleep(3600)
