/* A queue as somebody may write it who has read the specification: a ring. */
enum { OK, EMPTY, FULL };

void queue_init(void);
int queue_enqueue(int number);
int queue_leave(int *number);
int queue_front(int *number);
int queue_length(void);
