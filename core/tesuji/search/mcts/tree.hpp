// The tree of a search: compact nodes without positions, and their children as parallel
// arrays, so that choosing among hundreds of them reads two short runs of memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <numeric>
#include <utility>
#include <vector>

#include "tesuji/base/move.hpp"
#include "tesuji/base/pool.hpp"
#include "tesuji/base/report.hpp"

namespace tesuji::mcts {

inline constexpr float never = -std::numeric_limits<float>::infinity();

// A position that was reached at least twice. Its own visits and value are kept by the edge
// that leads to it.
struct Node {
  Pool::Handle edges = Pool::none;
  Pool::Handle order = Pool::none;  // a list of `total` moves; none: the game's own order
  std::uint32_t visits = 0;
  std::uint16_t count = 0;     // children so far
  std::uint16_t total = 0;     // moves, or events at a chance node
  std::uint16_t capacity = 0;  // room for children
  std::uint16_t first = 0;     // where the order of trying moves begins
  std::uint16_t decided = 0;   // children with a proof
  std::uint8_t mover = 0;
  bool chance = false;
  Proof proof = Proof::none;
  std::uint8_t spare[5]{};
};
static_assert(sizeof(Node) == Pool::unit);

// The children of a node: one array a field, `capacity` entries in each, a multiple of eight.
// Values are seen by the node's mover. `mean` and `explore` are what selection reads:
// the score of a child is mean + k * explore, with one k for all children.
struct Edges {
  float* mean;
  float* explore;
  double* sum;
  std::uint32_t* visits;
  Pool::Handle* child;
  Move* move;
  Proof* proof;
  float* prior;

  static constexpr std::size_t bytes_each = 32;
  static constexpr std::size_t units(std::size_t capacity) noexcept { return capacity; }

  Edges(std::byte* memory, std::size_t capacity) noexcept
      : mean(reinterpret_cast<float*>(memory)),
        explore(mean + capacity),
        sum(reinterpret_cast<double*>(explore + capacity)),
        visits(reinterpret_cast<std::uint32_t*>(sum + capacity)),
        child(visits + capacity),
        prior(reinterpret_cast<float*>(child + capacity)) {
    move = reinterpret_cast<Move*>(prior + capacity);
    proof = reinterpret_cast<Proof*>(move + capacity);
  }

  void clear(std::size_t from, std::size_t to) const noexcept {
    for (std::size_t i = from; i < to; ++i) {
      mean[i] = never;
      explore[i] = 0;
      sum[i] = 0;
      visits[i] = 0;
      child[i] = Pool::none;
      move[i] = 0;
      proof[i] = Proof::none;
      prior[i] = 0;
    }
  }
  void copy_from(const Edges& other, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      mean[i] = other.mean[i];
      explore[i] = other.explore[i];
      sum[i] = other.sum[i];
      visits[i] = other.visits[i];
      child[i] = other.child[i];
      move[i] = other.move[i];
      proof[i] = other.proof[i];
      prior[i] = other.prior[i];
    }
  }
};

// The child with the highest mean + k * explore, the first of equals. Eight lanes whatever the
// machine, so that every build finds the same child.
inline int best_child(const float* mean, const float* explore, int count, float k) noexcept {
  typedef float Floats __attribute__((vector_size(32)));
  typedef std::int32_t Ints __attribute__((vector_size(32)));
  Floats best;
  Ints index = {0, 1, 2, 3, 4, 5, 6, 7};
  Ints where = index;
  for (int lane = 0; lane < 8; ++lane) best[lane] = never;
  for (int i = 0; i < count; i += 8) {
    Floats m;
    Floats e;
    __builtin_memcpy(&m, mean + i, sizeof m);
    __builtin_memcpy(&e, explore + i, sizeof e);
    const Floats score = m + k * e;
    const Ints better = score > best;
    best = better ? score : best;
    where = better ? index : where;
    index += 8;
  }
  int winner = 0;
  for (int lane = 1; lane < 8; ++lane) {
    if (best[lane] > best[winner] || (best[lane] == best[winner] && where[lane] < where[winner])) {
      winner = lane;
    }
  }
  return where[winner];
}

// Moves are tried in the order (first + i * stride) mod total. A stride near the golden section
// of the total, without a common factor, spreads the first tries over the whole list, so that
// neighbouring moves (all twists of one stone) do not come first together.
inline int stride_for(int total) noexcept {
  int stride = std::max(1, static_cast<int>(total * 0.6180339887));
  while (std::gcd(stride, total) != 1) ++stride;
  return stride;
}

// The nodes and where they live. Nothing here knows the game or the rules of the search.
class Tree {
 public:
  using Handle = Pool::Handle;

  explicit Tree(std::size_t memory) : pool_(memory), spare_(memory) {}

  [[nodiscard]] Node& node(Handle handle) const noexcept { return *pool_.at<Node>(handle); }
  [[nodiscard]] Edges edges(const Node& node) const noexcept {
    return Edges(pool_.at<std::byte>(node.edges), node.capacity);
  }
  [[nodiscard]] const Move* order(const Node& node) const noexcept {
    return pool_.at<Move>(node.order);
  }
  [[nodiscard]] Handle root() const noexcept { return root_; }
  void set_root(Handle handle) noexcept { root_ = handle; }
  [[nodiscard]] std::size_t memory_used() const noexcept { return pool_.used(); }

  void clear() noexcept {
    pool_.clear();
    root_ = Pool::none;
  }

  // A node without children, or `none` if the pool is full.
  Handle add_node() noexcept {
    const Handle handle = pool_.allocate(1);
    if (handle != Pool::none) new (pool_.at<Node>(handle)) Node;
    return handle;
  }
  // Gives a node without descendants back.
  void remove_node(Handle handle) {
    const Node& gone = node(handle);
    if (gone.edges != Pool::none) pool_.give_back(gone.edges, Edges::units(gone.capacity));
    if (gone.order != Pool::none) pool_.give_back(gone.order, order_units(gone.total));
    pool_.give_back(handle, 1);
  }
  // Stores the node's moves; false if the pool is full.
  bool write_order(Node& node, const std::vector<Move>& moves) noexcept {
    node.total = static_cast<std::uint16_t>(moves.size());
    node.order = pool_.allocate(order_units(moves.size()));
    if (node.order == Pool::none) return false;
    std::copy(moves.begin(), moves.end(), pool_.at<Move>(node.order));
    return true;
  }
  // Room for at least `wanted` children, or for all there can be; false if the pool is full.
  bool grow(Node& node, int wanted) {
    const auto capacity = static_cast<std::size_t>((std::min<int>(wanted, node.total) + 7) / 8 * 8);
    const Handle block = pool_.allocate(Edges::units(capacity));
    if (block == Pool::none) return false;
    const Edges fresh(pool_.at<std::byte>(block), capacity);
    fresh.clear(0, capacity);
    if (node.edges != Pool::none) {
      fresh.copy_from(edges(node), node.count);
      pool_.give_back(node.edges, Edges::units(node.capacity));
    }
    node.edges = block;
    node.capacity = static_cast<std::uint16_t>(capacity);
    return true;
  }

  // Makes a node the root and forgets all that is not below it. What stays is copied to the
  // spare pool, which costs as much as what stays and not as what goes; at most a quarter of
  // the pool stays, the nodes nearest to the root.
  void keep(Handle handle) {
    spare_.clear();
    std::vector<std::pair<Handle, Handle*>> waiting;
    Handle fresh_root = Pool::none;
    waiting.emplace_back(handle, &fresh_root);
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const auto [old, link] = waiting[next];
      *link = spare_.used() < spare_.capacity() / 4 ? copy_node(node(old), waiting) : Pool::none;
    }
    pool_.swap(spare_);
    spare_.forget();
    root_ = fresh_root;
  }

 private:
  static std::size_t order_units(std::size_t total) noexcept {
    return (total * sizeof(Move) + Pool::unit - 1) / Pool::unit;
  }
  // Copies a node to the spare pool; its children join the queue. Links point into the spare
  // pool, whose memory never moves.
  Handle copy_node(const Node& old, std::vector<std::pair<Handle, Handle*>>& waiting) {
    const Handle handle = spare_.allocate(1);
    if (handle == Pool::none) return Pool::none;
    Node& fresh = *new (spare_.at<Node>(handle)) Node(old);
    fresh.edges = spare_.allocate(Edges::units(old.capacity));
    if (old.order != Pool::none) fresh.order = spare_.allocate(order_units(old.total));
    if (fresh.edges == Pool::none || (old.order != Pool::none && fresh.order == Pool::none)) {
      return Pool::none;
    }
    if (old.order != Pool::none) {
      std::copy_n(order(old), old.total, spare_.at<Move>(fresh.order));
    }
    const Edges from = edges(old);
    const Edges to(spare_.at<std::byte>(fresh.edges), old.capacity);
    to.clear(old.count, old.capacity);
    to.copy_from(from, old.count);
    for (int i = 0; i < old.count; ++i) {
      if (from.child[i] != Pool::none) waiting.emplace_back(from.child[i], &to.child[i]);
    }
    return handle;
  }

  Pool pool_;
  Pool spare_;
  Handle root_ = Pool::none;
};

}  // namespace tesuji::mcts
