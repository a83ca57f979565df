// The tree of a search: compact nodes without positions, and their children as parallel
// arrays, so that choosing among hundreds of them reads two short runs of memory. Children come
// in chunks of 8, 8, 16, 32, ... that never move: other threads may be reading them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tesuji/base/move.hpp"
#include "tesuji/base/pool.hpp"
#include "tesuji/base/report.hpp"
#include "tesuji/search/mcts/shared.hpp"

namespace tesuji::mcts {

// The exploit term of a child that selection never takes.
inline constexpr float never = -std::numeric_limits<float>::infinity();

// A position that was reached often enough. Its own visits and value are kept by the edge that
// leads to it.
struct Node {
  Pool::Handle edges = Pool::none;  // the first chunk of children
  Pool::Handle more = Pool::none;   // the directory of the others
  Pool::Handle order = Pool::none;  // a list of `total` moves; none: the game's own order
  std::uint32_t visits = 0;
  std::uint16_t count = 0;     // children so far
  std::uint16_t total = 0;     // moves, or events at a chance node
  std::uint16_t first = 0;     // where the order of trying begins, or how many are preferred
  std::uint16_t decided = 0;   // children with a proof
  std::uint16_t finished = 0;  // children below which every line was played out
  std::uint8_t mover = 0;
  bool chance = false;
  Proof proof = Proof::none;
  std::uint8_t busy = 0;  // a thread is adding a child
  std::uint16_t spare = 0;
};
static_assert(sizeof(Node) == Pool::unit);

// Which columns children have beyond the common ones, and where; -1: they do without.
struct Columns {
  int squares = -1;      // sum of squared results (double)
  int amaf_sum = -1;     // all moves as first: sum of results (double)
  int amaf_visits = -1;  // and their number
  int blend = -1;        // the heuristic blended into the value
  int bias = -1;         // the evaluation behind a progressive bias
  int minimax = -1;      // the minimax value of the evaluations below
  int count = 0;

  int add(int width = 1) noexcept { return std::exchange(count, count + width); }
};

// A chunk of children, `capacity` of them, a multiple of eight. What selection scans lies in two
// arrays: the score of a child is exploit + k * explore, with one k for all children. `exploit` is
// its value as selection sees it: the mean of its results with what knowledge adds, the value of a
// proof, or one of the marks `untried` and `never`. The rest is one record per child, so that a
// step of a simulation touches few lines of memory, and few that other threads are writing to.
// Values are seen by the node's mover.
class Edges {
 public:
  enum Flag : std::uint8_t { exhausted = 1, valued = 2 };

  Edges() = default;
  Edges(std::byte* memory, std::uint32_t capacity, std::uint32_t record) noexcept
      : exploits_(reinterpret_cast<float*>(memory)), capacity_(capacity), record_(record) {}

  [[nodiscard]] float* exploits() const noexcept { return exploits_; }
  [[nodiscard]] float* explores() const noexcept { return exploits_ + capacity_; }

  [[nodiscard]] float& exploit(int i) const noexcept { return exploits_[i]; }
  [[nodiscard]] float& explore(int i) const noexcept { return explores()[i]; }
  [[nodiscard]] double& sum(int i) const noexcept { return at<double>(0, i); }
  [[nodiscard]] std::uint32_t& visits(int i) const noexcept { return at<std::uint32_t>(8, i); }
  [[nodiscard]] Pool::Handle& child(int i) const noexcept { return at<Pool::Handle>(12, i); }
  [[nodiscard]] float& prior(int i) const noexcept { return at<float>(16, i); }
  [[nodiscard]] Move& move(int i) const noexcept { return at<Move>(20, i); }
  [[nodiscard]] Proof& proof(int i) const noexcept { return at<Proof>(22, i); }
  [[nodiscard]] std::uint8_t& flags(int i) const noexcept { return at<std::uint8_t>(23, i); }
  template <class T>
  [[nodiscard]] T& column(int number, int i) const noexcept {
    return at<T>(plain_record + 4 * static_cast<std::size_t>(number), i);
  }
  [[nodiscard]] std::byte* memory() const noexcept {
    return reinterpret_cast<std::byte*>(exploits_);
  }

  static constexpr std::uint32_t plain_record = 24;

 private:
  template <class T>
  [[nodiscard]] T& at(std::size_t offset, int i) const noexcept {
    std::byte* records = reinterpret_cast<std::byte*>(exploits_ + 2 * capacity_);
    return *reinterpret_cast<T*>(records + static_cast<std::size_t>(i) * record_ + offset);
  }

  float* exploits_ = nullptr;
  std::uint32_t capacity_ = 0;
  std::uint32_t record_ = plain_record;  // bytes
};

// Where a child lies: its chunk, and its place there.
struct EdgeAt {
  Edges edges;
  int i = 0;
};

// Chunk c holds the children from chunk_begin(c) on.
constexpr int chunk_of(int edge) noexcept {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(edge) >> 3));
}
constexpr int chunk_begin(int chunk) noexcept { return chunk == 0 ? 0 : 4 << chunk; }
constexpr std::uint32_t chunk_capacity(int chunk, int total) noexcept {
  if (chunk == 0) return 8;
  const int nominal = 4 << chunk;
  const int left = (total - chunk_begin(chunk) + 7) / 8 * 8;
  return static_cast<std::uint32_t>(std::min(nominal, left));
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
template <bool shared>
class Tree {
 public:
  using M = Memory<shared>;
  using Handle = Pool::Handle;
  // Somebody is making this node.
  static constexpr Handle pending = ~Handle{0};

  Tree(std::size_t memory, const Columns& columns, bool transpositions)
      : pool_(memory, shared),
        spare_(memory, shared),
        columns_(columns),
        transpositions_(transpositions) {
    columns_.count += columns_.count % 2;  // doubles stay aligned
    record_ = Edges::plain_record + static_cast<std::uint32_t>(4 * columns_.count);
  }

  [[nodiscard]] const Columns& columns() const noexcept { return columns_; }
  [[nodiscard]] bool transpositions() const noexcept { return transpositions_; }
  [[nodiscard]] Node& node(Handle handle) const noexcept { return *pool_.at<Node>(handle); }
  [[nodiscard]] Edges chunk(const Node& node, int chunk) const noexcept {
    return chunk_in(pool_, node, chunk);
  }
  [[nodiscard]] EdgeAt edge(const Node& node, int edge) const noexcept {
    const int number = chunk_of(edge);
    return {chunk(node, number), edge - chunk_begin(number)};
  }
  // Calls visit(edges, i, number) for the first `count` children.
  template <class Visit>
  void each_child(const Node& node, int count, Visit&& visit) const {
    for (int c = 0; chunk_begin(c) < count; ++c) {
      const Edges edges = chunk(node, c);
      const int begin = chunk_begin(c);
      const int end = std::min(count, chunk_begin(c + 1));
      for (int i = begin; i < end; ++i) visit(edges, i - begin, i);
    }
  }
  template <class Visit>
  void each_child(const Node& node, Visit&& visit) const {
    each_child(node, M::peek_published(node.count), visit);
  }
  // Whether an edge leads to a node that is ready.
  static bool is_node(Handle handle) noexcept { return handle != Pool::none && handle != pending; }

  [[nodiscard]] const Move* order(const Node& node) const noexcept {
    return pool_.at<Move>(node.order);
  }
  [[nodiscard]] Handle root() const noexcept { return root_; }
  void set_root(Handle handle) noexcept { root_ = handle; }
  [[nodiscard]] std::size_t memory_used() const noexcept { return pool_.used(); }

  void clear() noexcept {
    pool_.clear();
    known_.clear();
    root_ = Pool::none;
  }

  // A node without children, or `none` if the pool is full.
  Handle add_node(Pool::Arena& arena) noexcept {
    const Handle handle = pool_.allocate(1, arena);
    if (handle != Pool::none) new (pool_.at<Node>(handle)) Node;
    return handle;
  }
  // Gives a node without descendants back.
  void remove_node(Handle handle) {
    const Node& gone = node(handle);
    if (gone.order != Pool::none) pool_.give_back(gone.order, order_units(gone.total));
    for (int c = 0; c == 0 || chunk_begin(c) < gone.total; ++c) {
      if (c == 0 ? gone.edges == Pool::none : !has_chunk(gone, c)) break;
      const Handle block = c == 0 ? gone.edges : directory(pool_, gone)[c - 1];
      pool_.give_back(block, chunk_units(chunk_capacity(c, gone.total)));
    }
    if (gone.more != Pool::none) pool_.give_back(gone.more, directory_units);
    pool_.give_back(handle, 1);
  }
  // Stores the node's moves; false if the pool is full.
  bool write_order(Node& node, const std::vector<Move>& moves, Pool::Arena& arena) noexcept {
    node.total = static_cast<std::uint16_t>(moves.size());
    node.order = pool_.allocate(order_units(moves.size()), arena);
    if (node.order == Pool::none) return false;
    std::copy(moves.begin(), moves.end(), pool_.at<Move>(node.order));
    return true;
  }
  // Room for a child; false if the pool is full. Rooms are asked for in order.
  bool make_room(Node& node, int edge, Pool::Arena& arena) noexcept {
    const int number = chunk_of(edge);
    if (edge != chunk_begin(number)) return true;
    if (number == 0 ? node.edges != Pool::none : has_chunk(node, number)) return true;
    if (number > 0 && node.more == Pool::none) {
      const Handle directory = pool_.allocate(directory_units, arena);
      if (directory == Pool::none) return false;
      std::memset(pool_.at<std::byte>(directory), 0, directory_units * Pool::unit);
      M::publish(node.more, directory);
    }
    const std::uint32_t capacity = chunk_capacity(number, node.total);
    const Handle block = pool_.allocate(chunk_units(capacity), arena);
    if (block == Pool::none) return false;
    std::memset(pool_.at<std::byte>(block), 0, chunk_units(capacity) * Pool::unit);
    const Edges fresh(pool_.at<std::byte>(block), capacity, record_);
    for (int i = 0; i < static_cast<int>(capacity); ++i) fresh.exploit(i) = never;
    M::publish(number == 0 ? node.edges : directory(pool_, node)[number - 1], block);
    return true;
  }

  // Equal positions have one node where transpositions count: the node of a position, or `none`.
  [[nodiscard]] Handle find_known(std::uint64_t hash) {
    const std::lock_guard guard(known_mutex_);
    const auto found = known_.find(hash);
    return found == known_.end() ? Pool::none : found->second;
  }
  void remember(std::uint64_t hash, Handle handle) {
    const std::lock_guard guard(known_mutex_);
    known_.emplace(hash, handle);
  }

  // Makes a node the root and forgets all that is not below it. What stays is copied to the
  // spare pool, which costs as much as what stays and not as what goes; at most a quarter of
  // the pool stays, the nodes nearest to the root.
  void keep(Handle handle) {
    spare_.clear();
    std::vector<std::pair<Handle, Handle*>> waiting;
    std::unordered_map<Handle, Handle> copies;  // nodes that several edges lead to
    Handle fresh_root = Pool::none;
    waiting.emplace_back(handle, &fresh_root);
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const auto [old, link] = waiting[next];
      if (transpositions_) {
        if (const auto copy = copies.find(old); copy != copies.end()) {
          *link = copy->second;
          continue;
        }
      }
      *link = spare_.used() < spare_.capacity() / 4 ? copy_node(node(old), waiting) : Pool::none;
      if (transpositions_) copies.emplace(old, *link);
    }
    if (transpositions_) {
      std::unordered_map<std::uint64_t, Handle> kept;
      for (const auto& [hash, old] : known_) {
        const auto copy = copies.find(old);
        if (copy != copies.end() && copy->second != Pool::none) kept.emplace(hash, copy->second);
      }
      known_.swap(kept);
    }
    pool_.swap(spare_);
    spare_.forget();
    root_ = fresh_root;
  }

 private:
  static constexpr std::size_t directory_units = 2;

  static std::size_t order_units(std::size_t total) noexcept {
    return (total * sizeof(Move) + Pool::unit - 1) / Pool::unit;
  }
  [[nodiscard]] std::size_t chunk_units(std::size_t capacity) const noexcept {
    return capacity + capacity / 8 * static_cast<std::size_t>(columns_.count);
  }
  static Handle* directory(const Pool& pool, const Node& node) noexcept {
    return pool.at<Handle>(M::peek_published(node.more));
  }
  bool has_chunk(const Node& node, int chunk) const noexcept {
    return node.more != Pool::none && directory(pool_, node)[chunk - 1] != Pool::none;
  }
  [[nodiscard]] Edges chunk_in(const Pool& pool, const Node& node, int chunk) const noexcept {
    const Handle block = chunk == 0 ? M::peek_published(node.edges)
                                    : M::peek_published(directory(pool, node)[chunk - 1]);
    return Edges(pool.at<std::byte>(block), chunk_capacity(chunk, node.total), record_);
  }

  // Copies a node to the spare pool; its children join the queue. Links point into the spare
  // pool, whose memory never moves.
  Handle copy_node(const Node& old, std::vector<std::pair<Handle, Handle*>>& waiting) {
    const Handle handle = spare_.allocate(1);
    if (handle == Pool::none) return Pool::none;
    Node& fresh = *new (spare_.at<Node>(handle)) Node(old);
    fresh.edges = fresh.more = fresh.order = Pool::none;
    if (old.order != Pool::none) {
      fresh.order = spare_.allocate(order_units(old.total));
      if (fresh.order == Pool::none) return Pool::none;
      std::copy_n(order(old), old.total, spare_.at<Move>(fresh.order));
    }
    const std::size_t before = waiting.size();
    for (int c = 0; c == 0 || chunk_begin(c) < old.count; ++c) {
      if (!copy_chunk(old, fresh, c, waiting)) {
        waiting.resize(before);
        return Pool::none;
      }
    }
    return handle;
  }
  bool copy_chunk(const Node& old, Node& fresh, int chunk,
                  std::vector<std::pair<Handle, Handle*>>& waiting) {
    if (chunk == 0 && old.edges == Pool::none) return true;
    if (chunk > 0 && fresh.more == Pool::none) {
      fresh.more = spare_.allocate(directory_units);
      if (fresh.more == Pool::none) return false;
      std::memset(spare_.at<std::byte>(fresh.more), 0, directory_units * Pool::unit);
    }
    const std::uint32_t capacity = chunk_capacity(chunk, old.total);
    const std::size_t units = chunk_units(capacity);
    const Handle block = spare_.allocate(units);
    if (block == Pool::none) return false;
    std::memcpy(spare_.at<std::byte>(block), this->chunk(old, chunk).memory(), units * Pool::unit);
    (chunk == 0 ? fresh.edges : directory(spare_, fresh)[chunk - 1]) = block;
    const Edges edges(spare_.at<std::byte>(block), capacity, record_);
    const int end = std::min<int>(old.count - chunk_begin(chunk), static_cast<int>(capacity));
    for (int i = 0; i < end; ++i) {
      const Handle child = edges.child(i);
      edges.child(i) = Pool::none;
      if (is_node(child)) waiting.emplace_back(child, &edges.child(i));
    }
    return true;
  }

  Pool pool_;
  Pool spare_;
  Columns columns_;
  std::uint32_t record_ = 0;
  bool transpositions_;
  Handle root_ = Pool::none;
  std::mutex known_mutex_;
  std::unordered_map<std::uint64_t, Handle> known_;
};

}  // namespace tesuji::mcts
