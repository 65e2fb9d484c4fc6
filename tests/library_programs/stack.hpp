// A stack as somebody may write it who has read the specification.
#include <stdexcept>
#include <vector>

struct Empty : std::exception {};
class FullError : public std::runtime_error { using runtime_error::runtime_error; };

class Stack {
    std::vector<int> items;

public:
    void init();
    void push(int item);
    void pop();
    int top() const;
    unsigned depth() const;
};
