// The solver: results that are certain, carried up the tree (Winands, Bjornsson and Saito, 2008).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "tesuji/search/mcts/tree.hpp"

namespace tesuji::mcts {

// One step of a descent: a node, and the child that was followed.
struct Step {
  Pool::Handle node;
  int edge;
};

// What the children's proofs say about the node.
inline Proof conclusion(const Tree& tree, const Node& node) noexcept {
  const Edges children = tree.edges(node);
  const bool complete = node.decided == node.total;
  if (node.chance) {
    // Chance gives nothing away: only a result that all events share is certain.
    if (!complete) return Proof::none;
    const bool same = std::all_of(children.proof, children.proof + node.total,
                                  [&](Proof proof) { return proof == children.proof[0]; });
    return same ? children.proof[0] : Proof::none;
  }
  Proof best = Proof::loss;
  for (int i = 0; i < node.count; ++i) {
    if (children.proof[i] == Proof::win) return Proof::win;
    if (children.proof[i] == Proof::draw) best = Proof::draw;
  }
  return complete ? best : Proof::none;
}

// Marks the edge at this depth of the path, as its node's mover sees it, and whatever follows
// from it above. A proven loss gets a mean that selection never takes: left in the average it
// would look like a bad sample of a move that may yet be good.
inline void prove(Tree& tree, const std::vector<Step>& path, std::size_t depth,
                  Proof proof) noexcept {
  for (;;) {
    const Step step = path[depth];
    Node& node = tree.node(step.node);
    const Edges children = tree.edges(node);
    if (children.proof[step.edge] != Proof::none) return;
    children.proof[step.edge] = proof;
    children.mean[step.edge] =
        proof == Proof::loss ? never : static_cast<float>(proof_value(proof));
    children.explore[step.edge] = 0;
    ++node.decided;
    const Proof result = conclusion(tree, node);
    if (result == Proof::none) return;
    node.proof = result;
    if (depth == 0) return;
    --depth;
    proof = tree.node(path[depth].node).mover == node.mover ? result : opposite(result);
  }
}

}  // namespace tesuji::mcts
