// Reversi in one file, with its main. Who cannot move says "pass".
#include <iostream>
#include <string>
#include <vector>

using namespace std;

struct IllegalMove {};
struct IllegalPass : exception {
    const char* what() const noexcept override { return "you can move"; }
};

vector<string> board;
char turn;

void init() {
    board = vector<string>(8, "........");
    board[3] = "...OX...";
    board[4] = "...XO...";
    turn = 'X';
}

char other(char player) { return player == 'X' ? 'O' : 'X'; }

int flip(size_t row, size_t col, char player, bool really) {
    int flipped = 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            string run;
            size_t r = row + down, c = col + right;
            while (r < 8 && c < 8 && board[r][c] == other(player))
                run += board[r][c], r += down, c += right;
            if (r >= 8 || c >= 8 || board[r][c] != player) continue;
            flipped += int(run.size());
            for (size_t i = 1; really && i <= run.size(); i++)
                board[row + i * down][col + i * right] = player;
        }
    return flipped;
}

bool canMove(size_t row, size_t col, char player) {
    return row < 8 && col < 8 && board[row][col] == '.' && flip(row, col, player, false) > 0;
}

bool canMove(char player) {
    for (size_t i = 0; i < 64; i++)
        if (canMove(i / 8, i % 8, player)) return true;
    return false;
}

void move(size_t row, size_t col) {
    (void)board.at(row).at(col);
    if (!canMove(row, col, turn)) throw IllegalMove();
    flip(row, col, turn, true);
    board[row][col] = turn;
    turn = other(turn);
}

void pass() {
    if (canMove(turn) || !canMove(other(turn))) throw IllegalPass();
    turn = other(turn);
}

int main() {
    for (init(); canMove('X') || canMove('O');) {
        string answer;
        if (!(cin >> answer)) return 1;
        answer == "pass" ? pass() : move(size_t(answer[1] - '1'), size_t(answer[0] - 'a'));
    }
}
