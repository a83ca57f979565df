// The solver: results that are certain, carried up the tree (Winands, Bjornsson and Saito,
// 2008); and the plainer flag of lines that are played out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tesuji/search/mcts/simulation.hpp"
#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

// What the children's proofs say about the node.
template <bool shared>
Proof conclusion(const Tree<shared>& tree, const Node& node) noexcept {
  using M = Memory<shared>;
  const bool complete = M::peek_published(node.decided) == node.total;
  if (node.chance && !complete) return Proof::none;
  Proof best = Proof::loss;
  Proof first = Proof::none;
  bool won = false;
  bool same = true;
  tree.each_child(node, [&](const Edges& edges, int i, int number) {
    const Proof proof = M::peek(edges.proof(i));
    if (number == 0) first = proof;
    same = same && proof == first;
    won = won || proof == Proof::win;
    if (proof == Proof::draw) best = Proof::draw;
  });
  // Chance gives nothing away: only a result that all events share is certain.
  if (node.chance) return same ? first : Proof::none;
  if (won) return Proof::win;
  return complete ? best : Proof::none;
}

// Gives a child with a proof the value of that proof, which is all that selection reads. A proven
// loss is never taken: left in the average it would look like a bad sample of a good move.
template <bool shared>
void set_proven_value(const EdgeAt& at) noexcept {
  using M = Memory<shared>;
  const Proof proof = M::peek(at.edges.proof(at.i));
  M::put(at.edges.exploit(at.i),
         proof == Proof::loss ? never : static_cast<float>(proof_value(proof)));
  M::put(at.edges.explore(at.i), 0.0f);
}

// Marks the edge at this depth of the path, as its node's mover sees it, and whatever follows
// from it above.
template <bool shared>
void prove(Tree<shared>& tree, const Path& path, std::size_t depth, Proof proof) noexcept {
  using M = Memory<shared>;
  for (;;) {
    const Step& step = path[depth];
    Node& node = tree.node(step.node);
    if (!M::claim(step.at.edges.proof(step.at.i), Proof::none, proof)) return;
    set_proven_value<shared>(step.at);
    M::template add<std::uint16_t>(node.decided, 1);
    const Proof result = conclusion(tree, node);
    if (result == Proof::none) return;
    M::put(node.proof, result);
    if (depth == 0) return;
    --depth;
    proof = tree.node(path[depth].node).mover == node.mover ? result : opposite(result);
  }
}

// Marks the edge at this depth of the path as played out, and whatever follows from it above:
// a node all of whose moves are, is. Selection leaves such moves alone, whatever their results.
template <bool shared>
void exhaust(Tree<shared>& tree, const Path& path, std::size_t depth) noexcept {
  using M = Memory<shared>;
  for (;;) {
    const Step& step = path[depth];
    Node& node = tree.node(step.node);
    std::uint8_t& flags = step.at.edges.flags(step.at.i);
    const std::uint8_t before = M::peek(flags);
    if ((before & Edges::exhausted) != 0) return;
    const auto after = static_cast<std::uint8_t>(before | Edges::exhausted);
    if (!M::claim(flags, before, after)) continue;
    M::put(step.at.edges.exploit(step.at.i), never);
    M::put(step.at.edges.explore(step.at.i), 0.0f);
    if (M::template add<std::uint16_t>(node.finished, 1) < node.total || depth == 0) return;
    --depth;
  }
}

}  // namespace tesuji::mcts
