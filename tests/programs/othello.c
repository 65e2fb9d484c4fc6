/* An Othello game-state module, and the loop that answers questions about it over a pipe.

   Reads one JSON object per line and writes one per line:
     {"id":0,"hello":1}                               the names of the routines
     {"id":7,"calls":[["init"],["move",2,3]]}         one reply per call

   cc -std=c99 -O2 -o othello othello.c
   cc -std=c99 -O2 -DFAULTY_EDGE -o othello_faulty othello.c
     the fault: a run of opposing discs that reaches the edge of the board counts as outflanked */

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The game ---- */

enum { SIZE = 8 };
enum disc { EMPTY, BLACK, WHITE };
enum outcome { DONE, OUT_OF_BOUNDS, INVALID_MOVE };

static const int DIRECTIONS[8][2] = {
    {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1},
};

static enum disc board[SIZE][SIZE];
static enum disc mover;

static enum disc opponent(enum disc player) {
    return player == BLACK ? WHITE : BLACK;
}

static bool on_board(long row, long col) {
    return 0 <= row && row < SIZE && 0 <= col && col < SIZE;
}

/* How many discs a disc of the player on (row, col) outflanks in one direction. */
static int outflanked(long row, long col, const int step[2], enum disc player) {
    int run = 0;
    for (;;) {
        row += step[0];
        col += step[1];
        if (!on_board(row, col)) {
#ifdef FAULTY_EDGE
            return run;
#else
            return 0;
#endif
        }
        if (board[row][col] == player) {
            return run;
        }
        if (board[row][col] == EMPTY) {
            return 0;
        }
        run++;
    }
}

static void init(void) {
    memset(board, 0, sizeof board);
    board[3][3] = board[4][4] = WHITE;
    board[3][4] = board[4][3] = BLACK;
    mover = BLACK;
}

static bool is_valid_move(long row, long col, enum disc player) {
    if (!on_board(row, col) || board[row][col] != EMPTY) {
        return false;
    }
    for (int i = 0; i < 8; i++) {
        if (outflanked(row, col, DIRECTIONS[i], player) > 0) {
            return true;
        }
    }
    return false;
}

static bool has_valid_moves(enum disc player) {
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            if (is_valid_move(row, col, player)) {
                return true;
            }
        }
    }
    return false;
}

static enum outcome move(long row, long col) {
    if (!on_board(row, col)) {
        return OUT_OF_BOUNDS;
    }
    if (!is_valid_move(row, col, mover)) {
        return INVALID_MOVE;
    }
    for (int i = 0; i < 8; i++) {
        const int *step = DIRECTIONS[i];
        int run = outflanked(row, col, step, mover);
        for (int distance = 1; distance <= run; distance++) {
            board[row + distance * step[0]][col + distance * step[1]] = mover;
        }
    }
    board[row][col] = mover;
    if (has_valid_moves(opponent(mover))) {
        mover = opponent(mover);
    }
    return DONE;
}

static int count(enum disc player) {
    int discs = 0;
    for (int row = 0; row < SIZE; row++) {
        for (int col = 0; col < SIZE; col++) {
            discs += board[row][col] == player;
        }
    }
    return discs;
}

static const char *winner(void) {
    int lead = count(BLACK) - count(WHITE);
    return lead > 0 ? "black" : lead < 0 ? "white" : "draw";
}

static bool game_over(void) {
    return !has_valid_moves(BLACK) && !has_valid_moves(WHITE);
}

/* ---- Reading JSON: a cursor moves over the line; each reader says whether it found its thing ---- */

enum { DEEPEST = 64, LONGEST_NAME = 32 };

static void skip_space(const char **at) {
    while (**at == ' ' || **at == '\t' || **at == '\r' || **at == '\n') {
        (*at)++;
    }
}

/* Moves over the character, and the space around it, if it comes next. */
static bool take(const char **at, char wanted) {
    skip_space(at);
    if (**at != wanted) {
        return false;
    }
    (*at)++;
    skip_space(at);
    return true;
}

/* Reads a string. Keeps its first characters only: no name that is asked for is longer. */
static bool read_string(const char **at, char text[LONGEST_NAME]) {
    int length = 0;
    if (**at != '"') {
        return false;
    }
    for ((*at)++; **at != '"'; (*at)++) {
        char c = **at;
        if ((unsigned char)c < ' ') {
            return false;
        }
        if (c == '\\') {
            c = *++*at;
            if (c == 'u') {
                unsigned code = 0;
                for (int i = 0; i < 4; i++) {
                    char digit = *++*at;
                    if (!isxdigit((unsigned char)digit)) {
                        return false;
                    }
                    digit = (char)tolower((unsigned char)digit);
                    code = 16 * code + (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
                }
                c = code > 0 && code < 128 ? (char)code : '?';
            } else if (c == '\0' || !strchr("\"\\/bfnrt", c)) {
                return false;
            } else if (c >= 'a') {
                c = '?'; /* no name has a control character in it */
            }
        }
        if (length < LONGEST_NAME - 1) {
            text[length++] = c;
        }
    }
    text[length] = '\0';
    (*at)++;
    return true;
}

static bool skip_digits(const char **at) {
    const char *start = *at;
    while (isdigit((unsigned char)**at)) {
        (*at)++;
    }
    return *at > start;
}

/* Reads a number. One too large for a long becomes the largest long, which is off the board too. */
static bool read_number(const char **at, bool *whole, long *value) {
    const char *start = *at;
    if (**at == '-') {
        (*at)++;
    }
    if (!skip_digits(at)) {
        return false;
    }
    *whole = true;
    *value = strtol(start, NULL, 10);
    if (**at == '.') {
        *whole = false;
        (*at)++;
        if (!skip_digits(at)) {
            return false;
        }
    }
    if (**at == 'e' || **at == 'E') {
        *whole = false;
        (*at)++;
        if (**at == '+' || **at == '-') {
            (*at)++;
        }
        if (!skip_digits(at)) {
            return false;
        }
    }
    return true;
}

static bool skip_word(const char **at, const char *word) {
    size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0) {
        return false;
    }
    *at += length;
    return true;
}

static bool skip_value(const char **at, int depth);

static bool skip_members(const char **at, char closing, int depth) {
    char name[LONGEST_NAME];
    (*at)++;
    if (take(at, closing)) {
        return true;
    }
    do {
        skip_space(at);
        if (closing == '}' && !(read_string(at, name) && take(at, ':'))) {
            return false;
        }
        if (!skip_value(at, depth + 1)) {
            return false;
        }
    } while (take(at, ','));
    return take(at, closing);
}

static bool skip_value(const char **at, int depth) {
    char text[LONGEST_NAME];
    bool whole;
    long value;
    skip_space(at);
    switch (**at) {
    case '{':
        return depth < DEEPEST && skip_members(at, '}', depth);
    case '[':
        return depth < DEEPEST && skip_members(at, ']', depth);
    case '"':
        return read_string(at, text);
    case 't':
        return skip_word(at, "true");
    case 'f':
        return skip_word(at, "false");
    case 'n':
        return skip_word(at, "null");
    default:
        return read_number(at, &whole, &value);
    }
}

/* ---- Calls ---- */

enum routine {
    INIT, MOVE, IS_VALID_MOVE, CELL, TURN, COUNT, WINNER, GAME_OVER, HAS_VALID_MOVES, ROUTINES
};

/* The name of each routine and its arguments: i an integer, p a player. */
static const struct {
    const char *name, *arguments;
} SYNTAX[ROUTINES] = {
    [INIT] = {"init", ""},
    [MOVE] = {"move", "ii"},
    [IS_VALID_MOVE] = {"is_valid_move", "iip"},
    [CELL] = {"cell", "ii"},
    [TURN] = {"turn", ""},
    [COUNT] = {"count", "p"},
    [WINNER] = {"winner", ""},
    [GAME_OVER] = {"game_over", ""},
    [HAS_VALID_MOVES] = {"has_valid_moves", "p"},
};

static const char *const DISC_NAMES[] = {"empty", "black", "white"};

static void reply_error(const char *why) {
    printf("{\"error\":\"%s\"}", why);
}

static void reply_text(const char *text) {
    printf("{\"out\":\"%s\"}", text);
}

static void reply_bool(bool value) {
    fputs(value ? "{\"out\":true}" : "{\"out\":false}", stdout);
}

static void reply_move(enum outcome outcome) {
    static const char *const REPLIES[] = {
        [DONE] = "{\"out\":null}",
        [OUT_OF_BOUNDS] = "{\"exc\":\"OutOfBounds\"}",
        [INVALID_MOVE] = "{\"exc\":\"InvalidMove\"}",
    };
    fputs(REPLIES[outcome], stdout);
}

static void reply_cell(long row, long col) {
    if (on_board(row, col)) {
        reply_text(DISC_NAMES[board[row][col]]);
    } else {
        reply_move(OUT_OF_BOUNDS);
    }
}

static void perform(enum routine routine, long row, long col, enum disc player) {
    switch (routine) {
    case INIT: init(); reply_move(DONE); break;
    case MOVE: reply_move(move(row, col)); break;
    case IS_VALID_MOVE: reply_bool(is_valid_move(row, col, player)); break;
    case CELL: reply_cell(row, col); break;
    case TURN: reply_text(DISC_NAMES[mover]); break;
    case COUNT: printf("{\"out\":%d}", count(player)); break;
    case WINNER: reply_text(winner()); break;
    case GAME_OVER: reply_bool(game_over()); break;
    case HAS_VALID_MOVES: reply_bool(has_valid_moves(player)); break;
    case ROUTINES: break;
    }
}

static enum routine routine_named(const char *name) {
    int routine = 0;
    while (routine < ROUTINES && strcmp(name, SYNTAX[routine].name) != 0) {
        routine++;
    }
    return (enum routine)routine;
}

static bool read_integer(const char **at, long *value) {
    bool whole;
    return read_number(at, &whole, value) && whole;
}

static bool read_player(const char **at, enum disc *player) {
    char text[LONGEST_NAME];
    if (!read_string(at, text)) {
        return false;
    }
    *player = strcmp(text, "black") == 0 ? BLACK : strcmp(text, "white") == 0 ? WHITE : EMPTY;
    return *player != EMPTY;
}

/* Answers one call, such as ["move",2,3]. The line is known to be well-formed JSON. */
static void answer_call(const char *at) {
    char name[LONGEST_NAME];
    long numbers[2] = {0, 0};
    int numbers_read = 0;
    enum disc player = EMPTY;
    if (!take(&at, '[') || !read_string(&at, name)) {
        reply_error("a call is a list that begins with the name of a routine");
        return;
    }
    enum routine routine = routine_named(name);
    if (routine == ROUTINES) {
        reply_error("no such routine");
        return;
    }
    for (const char *kind = SYNTAX[routine].arguments; *kind; kind++) {
        bool understood = take(&at, ',') && (*kind == 'p'
            ? read_player(&at, &player)
            : read_integer(&at, &numbers[numbers_read++]));
        if (!understood) {
            reply_error(*kind == 'p' ? "expected a player here, \\\"black\\\" or \\\"white\\\""
                                     : "expected an integer here");
            return;
        }
    }
    if (!take(&at, ']')) {
        reply_error("too many arguments");
        return;
    }
    perform(routine, numbers[0], numbers[1], player);
}

/* ---- Requests ---- */

/* Where in the line the values of the members stand; NULL where there is none. */
struct request {
    const char *id, *id_end, *hello, *calls;
};

static bool read_request(const char *at, struct request *request) {
    char name[LONGEST_NAME];
    memset(request, 0, sizeof *request);
    if (!take(&at, '{')) {
        return false;
    }
    do {
        if (!read_string(&at, name) || !take(&at, ':')) {
            return false;
        }
        const char *value = at;
        if (!skip_value(&at, 0)) {
            return false;
        }
        if (strcmp(name, "id") == 0) {
            request->id = value;
            request->id_end = at;
        } else if (strcmp(name, "hello") == 0) {
            request->hello = value;
        } else if (strcmp(name, "calls") == 0) {
            request->calls = value;
        }
    } while (take(&at, ','));
    return take(&at, '}') && *at == '\0';
}

static void answer_hello(void) {
    fputs("\"hello\":1,\"routines\":[", stdout);
    for (int routine = 0; routine < ROUTINES; routine++) {
        printf("%s\"%s\"", routine ? "," : "", SYNTAX[routine].name);
    }
    putchar(']');
}

static void answer_calls(const char *at) {
    fputs("\"replies\":[", stdout);
    take(&at, '[');
    while (*at != ']') {
        answer_call(at);
        skip_value(&at, 0);
        if (take(&at, ',')) {
            putchar(',');
        }
    }
    putchar(']');
}

static void answer(const char *line) {
    struct request request;
    if (!read_request(line, &request) || !request.id) {
        fputs("{\"id\":null,\"error\":\"not a JSON object with an id\"}", stdout);
        return;
    }
    printf("{\"id\":%.*s,", (int)(request.id_end - request.id), request.id);
    if (request.hello) {
        answer_hello();
    } else if (request.calls && *request.calls == '[') {
        answer_calls(request.calls);
    } else {
        fputs("\"error\":\"expected hello, or a list of calls\"", stdout);
    }
    putchar('}');
}

/* Reads a line of any length into a buffer that grows. False when there is no more. */
static bool read_line(char **line, size_t *capacity) {
    size_t length = 0;
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (length + 1 >= *capacity) {
            *capacity = *capacity ? 2 * *capacity : 4096;
            *line = realloc(*line, *capacity);
            if (!*line) {
                fputs("othello: out of memory\n", stderr);
                exit(EXIT_FAILURE);
            }
        }
        (*line)[length++] = (char)c;
    }
    if (*line) {
        (*line)[length] = '\0';
    }
    return c == '\n' || length > 0;
}

int main(void) {
    char *line = NULL;
    size_t capacity = 0;
    init();
    while (read_line(&line, &capacity)) {
        answer(line ? line : "");
        putchar('\n');
        fflush(stdout);
    }
    free(line);
    return EXIT_SUCCESS;
}
