#include "symbol_table.h"
#include <string.h>

static char known[2][50];
static enum type kinds[2];
static int used;

static int place(const char *name) {
    int at = 0;
    while (at < used && strcmp(known[at], name)) at++;
    return at;
}

void symbol_table_init(void) { used = 0; }

int symbol_table_declare(const char *name, enum type kind) {
    if (strcmp(name, "if") == 0 || strcmp(name, "while") == 0) return RESERVED;
    if (place(name) < used) return DECLARED;
    if (used == 2) return FULL;
    strncpy(known[used], name, sizeof known[used] - 1);
    kinds[used++] = kind;
    return OK;
}

int symbol_table_update(const char *name, enum type kind) {
    if (place(name) == used) return UNDECLARED;
    kinds[place(name)] = kind;
    return OK;
}

int symbol_table_remove(const char *name) {
    int at = place(name);
    if (at == used) return UNDECLARED;
    used--;
    memmove(known[at], known[used], sizeof known[at]);
    kinds[at] = kinds[used];
    return OK;
}

int symbol_table_lookup(const char *name, int *kind) {
    if (place(name) == used) return UNDECLARED;
    *kind = (int)kinds[place(name)];
    return OK;
}

int symbol_table_is_declared(const char *name) { return place(name) < used; }

int symbol_table_names(const char **names) {
    for (int at = 0; at < used; at++) names[at] = known[at];
    return used;
}

int symbol_table_size(void) { return used; }
