/* A symbol table as somebody may write it who has read the specification. */
enum type { INTEGER, BOOLEAN };
enum { OK, DECLARED, FULL, RESERVED, UNDECLARED };
void symbol_table_init(void);
int symbol_table_declare(const char *name, enum type kind);
int symbol_table_update(const char *name, enum type kind);
int symbol_table_remove(const char *name);
int symbol_table_lookup(const char *name, int *kind);
int symbol_table_is_declared(const char *name);
int symbol_table_names(const char **names);
int symbol_table_size(void);
