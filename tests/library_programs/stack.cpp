#include "stack.hpp"

void Stack::init() { items.clear(); }

void Stack::push(int item) {
    if (items.size() >= 4) throw FullError("no room");
    items.push_back(item);
}

void Stack::pop() {
    if (items.empty()) throw Empty();
    items.pop_back();
}

int Stack::top() const {
    if (items.empty()) throw Empty();
    return items.back();
}

unsigned Stack::depth() const { return unsigned(items.size()); }
