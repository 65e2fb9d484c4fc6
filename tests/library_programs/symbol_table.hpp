// A symbol table as somebody may write it who has read the specification.
#include <map>
#include <set>
#include <string>

enum class Type { integer, boolean };
namespace errors {
struct Declared {};
struct Full {};
struct Reserved {};
struct Undeclared {};
} // namespace errors

class SymbolTable {
    std::map<std::string, Type> table;

public:
    void init();
    void declare(const std::string& name, Type kind);
    void update(const std::string& name, Type kind);
    void remove(const std::string& name);
    Type lookup(const std::string& name) const;
    bool is_declared(const std::string& name) const;
    std::set<std::string> names() const;
    int size() const;
};
