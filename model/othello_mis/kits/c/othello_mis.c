/* Lets othello-mis call your Othello. In the section that is yours, uncomment what your code has,
   and call it there. The rest is not checked. Conventions: othello-mis check --help.
   othello-mis check and modspec check othello_spec.othello are the same command. Then:
   cc -O2 -o othello_mis othello_mis.c othello.c && othello-mis check --impl ./othello_mis */

#define _XOPEN_SOURCE 700
#define main its_own_main /* if you include a file that has one */
/* ---- your part ------------------------------------------------------------------------------- */
// #include "othello.h"
// #define MY(name) othello_##name /* without a prefix: #define MY(name) name */
// #define MIS_DISCS BLACK, WHITE, EMPTY, -1 /* your discs, and what `cell` says off the board */
// #define MIS_ERROR(e) e == OK ? NULL : e == INVALID_MOVE ? "InvalidMove" : "OutOfBounds"
// #define MIS_init() MY(init)()
// #define MIS_move(row, col) MY(move)(row, col)
// #define MIS_is_valid_move(row, col, who) MY(is_valid_move)(row, col, who)
// #define MIS_cell(row, col) MY(cell)(row, col)
// #define MIS_turn() MY(turn)()
// #define MIS_count(who) MY(count)(who)
// #define MIS_winner() MY(winner)()
// #define MIS_game_over() MY(game_over)()
// #define MIS_has_valid_moves(who) MY(has_valid_moves)(who)
/* ---- nothing to change below this line ------------------------------------------------------- */
#undef main
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef MIS_DISCS
#define MIS_DISCS 0, 1, 2
#endif
#ifdef MIS_ERROR
static inline const char *mis_error(int result) { return MIS_ERROR(result); }
#else
#define mis_error(result) (result, NULL)
#endif
#define MIS_SAY(...) snprintf(mis_reply, sizeof mis_reply, __VA_ARGS__)
/* Whether this is the routine that is called. Before the first call they are listed. */
#define MIS_ROUTINE(name) if (*mis_routine ? !strcmp(mis_routine, name) \
    : (fprintf(mis_answers, "%s\"%s\"", mis_comma, name), mis_comma = ",", 0))
static FILE *mis_answers;
static const char *mis_comma;
static char mis_routine[32], mis_reply[256];
static const int mis_discs[] = {MIS_DISCS};
static sigjmp_buf mis_before_the_call;

static inline int mis_number(int value) { return MIS_SAY("{\"out\":%d}", value); }
static inline int mis_truth(int value) {
    return MIS_SAY("{\"out\":%s}", value ? "true" : "false");
}
static inline int mis_done(const char *error) {
    return error ? MIS_SAY("{\"exc\":\"%s\"}", error) : MIS_SAY("{\"out\":null}");
}
static inline int mis_disc(int disc, const char *nobody) {
    const char *const names[] = {"black", "white", nobody};
    for (int i = 0; i < 3; i++)
        if (disc == mis_discs[i]) return MIS_SAY("{\"out\":\"%s\"}", names[i]);
    return sizeof mis_discs > 3 * sizeof disc && disc == mis_discs[3] ? mis_done("OutOfBounds")
        : MIS_SAY("{\"error\":\"%d is not in MIS_DISCS\"}", disc);
}

static int mis_answer(int mis_row, int mis_col, int mis_who) {
#ifdef MIS_init
    MIS_ROUTINE("init") return mis_done((MIS_init(), NULL));
#endif
#ifdef MIS_move
    MIS_ROUTINE("move") return mis_done(mis_error(MIS_move(mis_row, mis_col)));
#endif
#ifdef MIS_pass_turn
    MIS_ROUTINE("pass_turn") return mis_done(mis_error(MIS_pass_turn()) ? "InvalidPass" : NULL);
#endif
#ifdef MIS_is_valid_move
    MIS_ROUTINE("is_valid_move") return mis_truth(MIS_is_valid_move(mis_row, mis_col, mis_who));
#endif
#ifdef MIS_is_valid_pass
    MIS_ROUTINE("is_valid_pass") return mis_truth(MIS_is_valid_pass());
#endif
#ifdef MIS_cell
    MIS_ROUTINE("cell") return mis_disc(MIS_cell(mis_row, mis_col), "empty");
#endif
#ifdef MIS_turn
    MIS_ROUTINE("turn") return mis_disc(MIS_turn(), "empty");
#endif
#ifdef MIS_count
    MIS_ROUTINE("count") return mis_number(MIS_count(mis_who));
#endif
#ifdef MIS_winner
    MIS_ROUTINE("winner") return mis_disc(MIS_winner(), "draw");
#endif
#ifdef MIS_game_over
    MIS_ROUTINE("game_over") return mis_truth(MIS_game_over());
#endif
#ifdef MIS_has_valid_moves
    MIS_ROUTINE("has_valid_moves") return mis_truth(MIS_has_valid_moves(mis_who));
#endif
    (void)mis_row, (void)mis_col, (void)mis_who;
    return *mis_routine ? MIS_SAY("{\"error\":\"no such routine\"}") : 0;
}

static void mis_crashed(int number) {
    signal(number, mis_crashed), siglongjmp(mis_before_the_call, number);
}
static void mis_answer_even_if_it_crashes(int row, int col, int who) {
    int number = sigsetjmp(mis_before_the_call, 1);
    if (number) MIS_SAY("{\"error\":\"it crashed: %s\"}", strsignal(number));
    else mis_answer(row, col, who);
}

int main(void) {
    char line[65536], who[8];
    int row = 0, col = 0;
    const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (int i = 0; i < 5; i++) signal(signals[i], mis_crashed);
    mis_answers = fdopen(dup(1), "w");
    dup2(2, 1); /* so that what your code prints does no harm */
    while (fgets(line, sizeof line, stdin)) {
        const char *hello = strstr(line, "hello"), *at = line;
        fprintf(mis_answers, "%.*s,", (int)strcspn(line, ","), line); /* its id */
        fputs(hello ? "\"hello\":1,\"routines\":[" : "\"replies\":[", mis_answers);
        mis_comma = "";
        if (hello) mis_answer(0, 0, 0);
        for (; (at = strstr(at, "[\"")); mis_comma = ",") {
            sscanf(at, "[\"%31[^\"]\",%d,%d,\"%7[^\"]", mis_routine, &row, &col, who);
            sscanf(at++, "[\"%*[^\"]\",\"%7[^\"]", who);
            mis_answer_even_if_it_crashes(row, col, mis_discs[*who == 'w']);
            fprintf(mis_answers, "%s%s", mis_comma, mis_reply);
        }
        fputs("]}\n", mis_answers);
        fflush(mis_answers);
    }
}
