#include "symbol_table.hpp"

using namespace errors;

void SymbolTable::init() { table.clear(); }

void SymbolTable::declare(const std::string& name, Type kind) {
    if (name == "if" || name == "while") throw Reserved();
    if (is_declared(name)) throw Declared();
    if (table.size() == 2) throw Full();
    table[name] = kind;
}

void SymbolTable::update(const std::string& name, Type kind) {
    if (!is_declared(name)) throw Undeclared();
    table[name] = kind;
}

void SymbolTable::remove(const std::string& name) {
    if (table.erase(name) == 0) throw Undeclared();
}

Type SymbolTable::lookup(const std::string& name) const {
    if (!is_declared(name)) throw Undeclared();
    return table.at(name);
}

bool SymbolTable::is_declared(const std::string& name) const { return table.count(name) == 1; }

std::set<std::string> SymbolTable::names() const {
    std::set<std::string> found;
    for (const auto& entry : table) found.insert(entry.first);
    return found;
}

int SymbolTable::size() const { return int(table.size()); }
