// Lets othello-mis call your Othello. In the section that is yours, uncomment what your code has,
// and call it there. The rest is not checked. Conventions: othello-mis check --help.
// othello-mis check and modspec check othello_spec.othello are the same command. Then:
// c++ -std=c++17 -O2 -o mis othello_mis.cpp othello.cpp && othello-mis check --impl ./mis

#define main its_own_main // if you include a file that has one
// ---- your part ----------------------------------------------------------------------------------
// #include "othello.hpp"
// Othello game;
// #define MIS_DISCS Disc::black, Disc::white, Disc::empty // yours; then what `cell` says off it
// #define MIS_init() game.init()
// #define MIS_move(row, col) game.move(row, col)
// #define MIS_is_valid_move(row, col, who) game.is_valid_move(row, col, who)
// #define MIS_cell(row, col) game.cell(row, col)
// #define MIS_turn() game.turn()
// #define MIS_count(who) game.count(who)
// #define MIS_winner() game.winner()
// #define MIS_game_over() game.game_over()
// #define MIS_has_valid_moves(who) game.has_valid_moves(who)
// ---- nothing to change below this line ----------------------------------------------------------
#undef main
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <cxxabi.h>
#include <iostream>
#include <regex>
#include <sstream>
#include <tuple>
#include <unistd.h>

namespace mis {
#ifdef MIS_DISCS
const auto discs = std::make_tuple(MIS_DISCS);
#else
const auto discs = std::make_tuple(0, 1, 2);
#endif
using Player = std::tuple_element_t<0, decltype(discs)>;
const Player players[] = {std::get<0>(discs), std::get<1>(discs)};
inline std::string said, routine; // what is said of the called routine, or of all if it is ""

inline std::string text(std::string text) {
    for (char& c : text) if (c < ' ' || c > '~' || c == '"' || c == '\\') c = '\'';
    return '"' + text + '"';
}
inline void out(const std::string& json) { said = "{\"out\":" + json + "}"; }
inline void truth(bool value) { out(value ? "true" : "false"); }
inline void error(const std::string& why) { said = "{\"error\":" + text(why) + "}"; }
inline void exception(const std::string& name, const std::string& detail) {
    said = "{\"exc\":" + text(name) + ",\"detail\":" + text(detail) + "}";
}
inline bool called(const char* name) {
    if (routine.empty()) said += ',' + text(name);
    return routine == name;
}
// Report a call of `move` or `pass_turn`. It may say by its result that it did nothing.
template <class Function> void done(Function call, const char* refused) {
    out("null");
    if constexpr (std::is_void_v<decltype(call())>) call();
#ifdef MIS_ERROR
    else if (const char* why = [](auto e) -> const char* { return MIS_ERROR(e); }(call()))
        exception(strcmp(why, "InvalidMove") ? why : refused, "");
#endif
    else if constexpr (std::is_same_v<decltype(call()), bool>) {
        if (!call()) exception(refused, "it returned false");
    }
    else call();
}
template <class One, class Other> // whether two values are the same, if they can be compared
auto same(const One& one, const Other& other, int) -> decltype(bool(one == other)) {
    if constexpr (std::is_convertible_v<One, std::string>) return std::string(one) == other;
    else return one == other;
}
template <class One, class Other> bool same(const One&, const Other&, long) { return false; }
template <class Value> // whether it is std::nullopt, or a null pointer
auto missing(const Value& it, int) -> decltype(*it, bool(it)) { return !it; }
template <class Value> bool missing(const Value&, long) { return false; }
template <class Value> void disc(const Value& value, const char* nobody) {
    const char* const names[] = {"black", "white", nobody};
    size_t at = 0;
    std::apply([&](const auto&... it) { ((same(value, it, 0) || (at++, false)) || ...); }, discs);
    const size_t known = std::tuple_size_v<decltype(discs)>;
    if (at == known && !missing(value, 0)) error(std::string("it returned a value that is not in "
        "MIS_DISCS") + (*nobody == 'd' ? "; a draw is its third value" : ""));
    else if (at < 3 || at == known) out(text(names[at < 2 ? at : 2]));
    else exception("OutOfBounds", "by its result");
}
} // namespace mis

void mis_answer(int mis_row, int mis_col, mis::Player mis_who) {
#ifdef MIS_init
    if (mis::called("init")) (void)(MIS_init()), mis::out("null");
#endif
#ifdef MIS_move
    if (mis::called("move")) mis::done([&] { return MIS_move(mis_row, mis_col); }, "InvalidMove");
#endif
#ifdef MIS_pass_turn
    if (mis::called("pass_turn")) mis::done([&] { return MIS_pass_turn(); }, "InvalidPass");
#endif
#ifdef MIS_is_valid_move
    if (mis::called("is_valid_move")) mis::truth(MIS_is_valid_move(mis_row, mis_col, mis_who));
#endif
#ifdef MIS_is_valid_pass
    if (mis::called("is_valid_pass")) mis::truth(MIS_is_valid_pass());
#endif
#ifdef MIS_cell
    if (mis::called("cell")) mis::disc(MIS_cell(mis_row, mis_col), "empty");
#endif
#ifdef MIS_turn
    if (mis::called("turn")) mis::disc(MIS_turn(), "empty");
#endif
#ifdef MIS_count
    if (mis::called("count")) mis::out(std::to_string(MIS_count(mis_who)));
#endif
#ifdef MIS_winner
    if (mis::called("winner")) mis::disc(MIS_winner(), "draw");
#endif
#ifdef MIS_game_over
    if (mis::called("game_over")) mis::truth(MIS_game_over());
#endif
#ifdef MIS_has_valid_moves
    if (mis::called("has_valid_moves")) mis::truth(MIS_has_valid_moves(mis_who));
#endif
    (void)mis_row, (void)mis_col, (void)mis_who;
}

namespace mis {
// The exception that your code threw: the name of its class, or the words of its text if the class
// says nothing: "invalid move: a1" becomes InvalidMove.
void raised(const std::string& text) {
    std::string known = abi::__cxa_demangle(
        abi::__cxa_current_exception_type()->name(), nullptr, nullptr, nullptr);
    static const std::regex about("^.*::|(Exception|Error)$"), words(
        "^[A-Za-z]+( [A-Za-z]+)*(?![A-Za-z0-9])"
    ), silent("std::(exception|(runtime|logic)_error)|char.*|.*basic_string.*");
    std::string name = std::regex_replace(known, about, "");
    if (std::smatch it; std::regex_match(known, silent) && std::regex_search(text, it, words)) {
        std::istringstream each(it[0]);
        name.clear();
        for (std::string word; each >> word; name += word) word[0] = char(std::toupper(word[0]));
        known = name + ", " + known;
    }
    exception(name, known + ": " + text);
}
void answer(int row, int col, Player who)
try { error("no such routine"), mis_answer(row, col, who); }
catch (const std::exception& thrown) { raised(thrown.what()); }
catch (const std::string& thrown) { raised(thrown); }
catch (const char* thrown) { raised(thrown); }
catch (...) { raised(""); }

sigjmp_buf before_the_call;
void crashed(int number) { std::signal(number, crashed), siglongjmp(before_the_call, number); }
void answer_even_if_it_crashes(int row, int col, Player who) {
    if (int number = sigsetjmp(before_the_call, 1))
        error(std::string("it crashed: ") + strsignal(number));
    else answer(row, col, who);
}
} // namespace mis

int main() {
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, mis::crashed);
    FILE* answers = fdopen(dup(1), "w");
    dup2(2, 1); // so that what your code prints does no harm
    for (std::string line; std::getline(std::cin, line); std::fflush(answers)) {
        std::string all, key = line.find("hello") < line.npos ? "hello\":1,\"routines" : "replies";
        if (key != "replies") mis_answer(0, 0, std::get<0>(mis::discs)), all.swap(mis::said);
        for (auto at = line.find("[\""); at < line.npos; at = line.find("[\"", at + 1)) {
            char routine[32], who[8] = ""; int row = 0, col = 0;
            std::sscanf(&line[at], "[\"%31[^\"]\",%d,%d,\"%7[^\"]", routine, &row, &col, who);
            std::sscanf(&line[at], "[\"%*[^\"]\",\"%7[^\"]", who);
            mis::routine = routine;
            mis::answer_even_if_it_crashes(row, col, mis::players[*who == 'w']);
            all += ',' + mis::said;
        }
        all = line.substr(0, line.find(',')) + ",\"" + key + "\":[" + all.erase(0, 1) + "]}\n";
        std::fputs(all.c_str(), answers);
    }
}
