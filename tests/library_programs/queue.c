#include "queue.h"

static int ring[3], first, count;

void queue_init(void) { first = count = 0; }

int queue_enqueue(int number) {
    if (count == 3) return FULL;
    ring[(first + count++) % 3] = number;
    return OK;
}

int queue_front(int *number) {
    if (!count) return EMPTY;
    *number = ring[first];
    return OK;
}

int queue_leave(int *number) {
    if (queue_front(number)) return EMPTY;
    first = (first + 1) % 3;
    count--;
    return OK;
}

int queue_length(void) { return count; }
