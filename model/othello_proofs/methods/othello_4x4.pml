/* Othello on a board of four rows and columns, for the model checker Spin.

   Written by hand, and on purpose by other means than the specification and the kernel: the board has
   a border, on which every line ends, and what may be done is found by walking along lines.

   A player who cannot move passes, if the opponent can; that is a transition of its own. When neither can
   move nothing is left to do: the end of a game is what Spin calls an invalid end state, so that it tells
   how many there are. Whatever is not hidden is part of a state; moves and others follow from the board
   and the turn, and make no states of their own. */

#define EMPTY  0
#define BLACK  1
#define WHITE  2
#define BORDER 3

#define WIDTH  6                     /* from a place to the one below it: four columns, and the border */
#define OTHER(player)  (3 - player)

byte board[36] = {
    BORDER, BORDER, BORDER, BORDER, BORDER, BORDER,
    BORDER, EMPTY,  EMPTY,  EMPTY,  EMPTY,  BORDER,
    BORDER, EMPTY,  WHITE,  BLACK,  EMPTY,  BORDER,
    BORDER, EMPTY,  BLACK,  WHITE,  EMPTY,  BORDER,
    BORDER, EMPTY,  EMPTY,  EMPTY,  EMPTY,  BORDER,
    BORDER, BORDER, BORDER, BORDER, BORDER, BORDER
};
byte turn = BLACK;

bool may[36];                        /* where who has the turn may place a disc */
byte moves;                          /* how many such places there are */
byte others;                         /* how many there are for the other player, if moves is 0 */

hidden short down, right, there, captured, place, found;

/* captured: how many discs a disc of the player's at a place would outflank in the direction down, right */
inline walk(from, player) {
    captured = 0;
    there = from + WIDTH * down + right;
    do
    :: board[there] == OTHER(player) ->
        captured++;
        there = there + WIDTH * down + right
    :: else -> break
    od;
    if
    :: board[there] == player -> skip
    :: else -> captured = 0          /* an empty place or the border: the line is not closed */
    fi
}

/* found: how many discs a disc of the player's at an empty place would outflank in all directions */
inline look(from, player) {
    found = 0;
    for (down : -1 .. 1) {
        for (right : -1 .. 1) {      /* to stay (0, 0) finds nothing, for the place is empty */
            walk(from, player);
            found = found + captured
        }
    }
}

/* may, moves, others: what can be done now */
inline consider() {
    moves = 0;
    others = 0;
    for (place : 7 .. 28) {
        may[place] = false;
        if
        :: board[place] == EMPTY ->
            look(place, turn);
            may[place] = (found > 0);
            moves = moves + (found > 0);
            look(place, OTHER(turn));
            others = others + (found > 0)
        :: else -> skip
        fi
    };
    if
    :: moves > 0 -> others = 0       /* of no interest: nobody has to pass */
    :: else -> skip
    fi
}

/* the disc is placed last: until then no line can stop at it */
inline play(at) {
    for (down : -1 .. 1) {
        for (right : -1 .. 1) {
            walk(at, turn);
            there = at;
            do
            :: captured > 0 ->
                there = there + WIDTH * down + right;
                board[there] = turn;
                captured--
            :: else -> break
            od
        }
    };
    board[at] = turn;
    turn = OTHER(turn);
    consider()
}

#define MOVE(at)  :: d_step { may[at] -> play(at) }

init {
    d_step { consider() };           /* the one state before this is no state of a game */
    do
    MOVE( 7)  MOVE( 8)  MOVE( 9)  MOVE(10)
    MOVE(13)  MOVE(14)  MOVE(15)  MOVE(16)
    MOVE(19)  MOVE(20)  MOVE(21)  MOVE(22)
    MOVE(25)  MOVE(26)  MOVE(27)  MOVE(28)
    :: d_step { others > 0 -> turn = OTHER(turn); consider() }
    od
}
