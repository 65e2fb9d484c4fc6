/* A stack as somebody may write it who has read the specification. */
enum { OK, EMPTY, FULL };
void stack_init(void);
int stack_push(int item);
int stack_pop(void);
int stack_top(int *item);
int stack_depth(void);
