// The positions that a thread is searching, from the root down to the current one. When another
// thread has finished one of them, the search of that position ends with the other's result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "tesuji/search/alphabeta/evaluator.hpp"
#include "tesuji/search/alphabeta/score.hpp"

namespace tesuji::alphabeta {

struct OpenNode {
  std::uint64_t key;
  int depth;
  Score alpha;
  Score beta;
};

// What another thread has found out about an open node.
struct FoundResult {
  int ply;
  Score score;
  bool complete;
};

class OpenNodes {
 public:
  void clear() noexcept {
    count_ = 0;
    found_.reset();
  }
  void enter(int ply, const OpenNode& node) noexcept {
    nodes_[static_cast<std::size_t>(ply)] = node;
    count_ = ply + 1;
  }
  void leave(int ply) noexcept { count_ = ply; }

  // Looks for a result from the root down. `result_of(node, ply)` gives that of one node.
  template <class ResultOf>
  bool look(ResultOf&& result_of) {
    constexpr int least_depth = 2;  // a shallower node is finished before this pays
    for (int ply = 1; ply < count_; ++ply) {
      const OpenNode& node = nodes_[static_cast<std::size_t>(ply)];
      if (node.depth < least_depth) return false;
      found_ = result_of(node, ply);
      if (found_) return true;
    }
    return false;
  }
  // The result that ended the search of the node at this ply, if any.
  std::optional<FoundResult> take(int ply) noexcept {
    if (!found_ || found_->ply != ply) return std::nullopt;
    const auto result = found_;
    found_.reset();
    return result;
  }

 private:
  std::array<OpenNode, max_ply + 1> nodes_{};
  int count_ = 0;
  std::optional<FoundResult> found_;
};

}  // namespace tesuji::alphabeta
