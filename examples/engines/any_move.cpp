// An engine for every game, in one file: it plays any legal move.
//
//   g++ -O2 -std=c++17 -o any_move examples/engines/any_move.cpp
//   tesuji match 'exec("./any_move")' random --game avalam
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

int main() {
  std::string line, word, position;
  std::vector<std::string> moves;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    words >> word;
    if (word == "tesuji") {
      std::cout << "id name Any Move (C++)\n"
                << "option name Tesuji_LegalMoves type check default false\n"  // for `legalmoves`
                << "tesujiok\n";
    } else if (word == "isready") {
      std::cout << "readyok\n";
    } else if (word == "position") {
      std::getline(words >> std::ws, position);  // an engine that knows the rules reads this
    } else if (word == "legalmoves") {
      for (moves.clear(); words >> word;) moves.push_back(word);
    } else if (word == "go") {
      std::uint64_t seed = 0;  // a random number for this move
      while (words >> word)
        if (word == "seed") words >> seed;
      std::cout << "bestmove " << moves[seed % moves.size()] << "\n";
    } else if (word == "quit") {
      break;
    }
    std::cout.flush();
  }
}
