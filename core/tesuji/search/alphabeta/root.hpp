// The root of alpha-beta: what is known about its moves, and which of them is the answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "tesuji/search/alphabeta/ordering.hpp"

namespace tesuji::alphabeta {

struct RootMove {
  Move move = 0;
  Score score = no_score;      // what orders the moves: the bound if it was above alpha
  Score last = no_score;       // the score of the last iteration that was finished
  Score bound = no_score;      // what the last search returned, within what is proven
  Score least = no_score;      // the fastest win that is proven, if any
  Score most = win_score + 1;  // the longest defence before a proven loss, if any
  std::uint64_t nodes = 0;
  int pass = 0;  // the last pass over the root that searched the move; 0: none

  [[nodiscard]] bool seen() const noexcept { return pass > 0; }
  [[nodiscard]] bool won(const Scale& scale) const noexcept { return scale.is_win(least); }
  [[nodiscard]] bool lost(const Scale& scale) const noexcept { return scale.is_loss(most); }
};

// A pass searches the moves once in a window; a depth that fails low or high takes several passes.
// `decide` alone chooses the answer, from what is known about the moves, whether a pass is over
// or not. So a search may end at any node.
struct Root {
  std::vector<RootMove> moves;
  std::size_t best = 0;     // the answer
  Score score = 0;          // of the answer
  bool proven = false;      // the score is a result, not an evaluation
  bool met_chance = false;  // an even chance is no draw
  int depth = 0;            // of the last iteration that was finished
  int pass = 0;             // the number of the current pass
  bool pass_over = false;
  bool proves = true;  // false with a beam: results of single searches, not facts
  Scale scale;

  [[nodiscard]] Move answer() const noexcept { return moves.empty() ? 0 : moves[best].move; }
  // Whether the answer is from a pass that is not over.
  [[nodiscard]] bool is_new() const noexcept {
    return !moves.empty() && pass > 0 && !pass_over && moves[best].pass == pass;
  }
  // Whether a move is proven lost.
  [[nodiscard]] bool has_lost(Move move) const noexcept {
    return std::any_of(moves.begin(), moves.end(),
                       [&](const RootMove& each) { return each.move == move && each.lost(scale); });
  }

  void begin(const std::vector<Ranked>& order, const Scale& with_scale, bool with_proofs) {
    *this = Root{};
    proves = with_proofs;
    scale = with_scale;
    for (const Ranked& ranked : order) moves.push_back({.move = ranked.move});
  }
  void begin_pass() noexcept {
    ++pass;
    pass_over = false;
  }
  // Notes what a search in a window returned for a move. A proven result stays: a later search
  // that leaves moves out may miss it. Up to alpha a score is an upper bound, so no win, and from
  // beta on a lower bound, so no loss.
  void record(RootMove& move, Score found, Score alpha, Score beta) const noexcept {
    if (!proves) {
      move.least = no_score;
      move.most = win_score + 1;
    }
    if (found > alpha && scale.is_win(found)) move.least = std::max(move.least, found);
    if (found < beta && scale.is_loss(found)) move.most = std::min(move.most, found);
    move.bound = std::max(std::min(found, move.most), move.least);
    move.score = move.bound > alpha ? move.bound : no_score;
    move.pass = pass;
  }
  void end_pass(bool to_front) {
    pass_over = true;
    decide();
    if (to_front) answer_to_front();
  }
  // Chooses the answer: the fastest proven win; else the best move of this pass, once it has
  // searched the answer so far; else the answer so far. A lost move is the answer only if all
  // moves are lost.
  void decide() noexcept {
    if (moves.empty()) return;
    const RootMove& found = find_answer();
    best = static_cast<std::size_t>(&found - moves.data());
    const bool won = found.won(scale);
    const bool lost = found.lost(scale);
    score = won ? found.least : lost ? found.most : found.seen() ? found.bound : 0;
    proven = proves && (won || lost);
  }
  // All moves by their scores, the answer first; equals by the nodes they took, since what is hard
  // to refute is good, or in their order.
  void sort(bool by_nodes) {
    answer_to_front();
    std::stable_sort(moves.begin() + 1, moves.end(), [&](const RootMove& a, const RootMove& b) {
      if (a.score != b.score || !by_nodes) return a.score > b.score;
      return a.nodes > b.nodes;
    });
  }
  // The iteration is finished: later ones fall back on its scores.
  void finish() noexcept {
    for (RootMove& move : moves) move.last = move.score;
  }

 private:
  [[nodiscard]] const RootMove& find_answer() const noexcept {
    const RootMove& so_far = moves[best];
    const RootMove& fastest = highest([](const RootMove& move) { return move.least; });
    if (fastest.won(scale)) return fastest;
    const auto stands = [&](const RootMove& move) {
      return move.pass == pass && move.score > no_score && !move.lost(scale);
    };
    const RootMove& found =
        highest([&](const RootMove& move) { return stands(move) ? move.score : no_score; });
    if (stands(found) && (pass_over || so_far.pass == pass)) return found;
    if (!so_far.lost(scale)) return so_far;
    // The best of the last iteration that is not lost; of the lost, the longest defence. Where
    // no defence is longer, the answer so far was the last to be lost.
    return highest([&](const RootMove& move) {
      const bool lost = move.lost(scale);
      return std::tuple(!lost, lost ? move.most : no_score, scale.distance ? move.score : no_score,
                        &move == &so_far, move.last);
    });
  }
  // Of equals the first.
  template <class Rank>
  [[nodiscard]] const RootMove& highest(Rank&& rank) const noexcept {
    return *std::max_element(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
      return rank(a) < rank(b);
    });
  }
  void answer_to_front() {
    const auto found = moves.begin() + static_cast<std::ptrdiff_t>(best);
    std::rotate(moves.begin(), found, found + 1);
    best = 0;
  }
};

// What one of the threads that divide the work knows when the search ends.
struct TeamMember {
  const Root* root;
  int passes;  // finished
};

// The member whose answer counts. In the last pass each thread searches other moves, so one of them
// may know a better move than the others: of the same pass the highest score counts. A thread that
// has not searched the answer of the pass before has nothing new to say. What any thread has proven
// lost is the answer only if nothing else is left.
[[nodiscard]] inline std::size_t best_of_team(const std::vector<TeamMember>& team) noexcept {
  const auto rank = [&](const TeamMember& member) {
    const Root& root = *member.root;
    const bool lost = std::any_of(team.begin(), team.end(), [&](const TeamMember& other) {
      return other.root->has_lost(root.answer());
    });
    return std::tuple(!lost, member.passes, root.is_new(), root.score);
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < team.size(); ++i) {
    if (rank(team[i]) > rank(team[best])) best = i;
  }
  return best;
}

// The root's moves one by one, as a picker gives them.
class RootPicker {
 public:
  explicit RootPicker(const std::vector<RootMove>& moves) noexcept : moves_(moves) {}
  template <class Rank>
  std::optional<Move> next(Rank&&) noexcept {
    return at_ == moves_.size() ? std::nullopt : std::optional(moves_[at_++].move);
  }

 private:
  const std::vector<RootMove>& moves_;
  std::size_t at_ = 0;
};

}  // namespace tesuji::alphabeta
