// Which texts llama.cpp's own parser and matcher of grammars take; `python -m benchmarks.conformance --llama PROGRAM gbnf`.
//
//     pip download --no-deps --no-binary llama-cpp-python llama-cpp-python    (its vendor/llama.cpp is LLAMA)
//     g++ -std=c++17 -static -Wl,--unresolved-symbols=ignore-all -I$LLAMA/src -I$LLAMA/include -I$LLAMA/ggml/include \
//         llama_grammar.cpp $LLAMA/src/{llama-grammar,llama-impl,unicode,unicode-data}.cpp -o PROGRAM
//
// Reads the grammar in the file that is named, then texts in hexadecimal, a line each, and answers 1 or 0.

#include "llama-grammar.h"
#include "unicode.h"

#include <fstream>
#include <iostream>
#include <iterator>

static bool accepts(llama_grammar * grammar, const std::string & text) {
    for (auto character : unicode_cpts_from_utf8(text)) {
        llama_grammar_accept(grammar, character);
    }
    for (const auto & stack : llama_grammar_get_stacks(grammar)) {
        if (stack.empty()) {
            return true;
        }
    }
    return false;
}

int main(int, char ** arguments) {
    std::ifstream file(arguments[1]);
    const std::string written((std::istreambuf_iterator<char>(file)), {});
    auto * grammar = llama_grammar_init_impl(nullptr, written.c_str(), "root", false, nullptr, 0, nullptr, 0);
    if (!grammar) {
        return 1;
    }
    const auto start = llama_grammar_get_stacks(grammar);
    for (std::string line; std::getline(std::cin, line);) {
        std::string text;
        for (size_t place = 0; place + 1 < line.size(); place += 2) {
            text += static_cast<char>(std::stoi(line.substr(place, 2), nullptr, 16));
        }
        llama_grammar_get_stacks(grammar) = start;
        std::cout << accepts(grammar, text) << std::endl;
    }
}
