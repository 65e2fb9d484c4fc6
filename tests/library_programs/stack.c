#include "stack.h"

static int items[4], used;

void stack_init(void) { used = 0; }

int stack_push(int item) {
    if (used == 4) return FULL;
    items[used++] = item;
    return OK;
}

int stack_pop(void) {
    if (used == 0) return EMPTY;
    used--;
    return OK;
}

int stack_top(int *item) {
    if (used == 0) return EMPTY;
    *item = items[used - 1];
    return OK;
}

int stack_depth(void) { return used; }
