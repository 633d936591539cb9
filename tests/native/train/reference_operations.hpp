// The operations of a Transformer apart from attention, with their gradients, on rows of a tape.
#pragma once

#include "model/spec.hpp"
#include "train/tape.hpp"

namespace whereformer::reference {

// y = x Wᵀ + b; `weight` [outputs, inputs], `bias` [outputs] or null.
Node& linear(Tape& tape, Node& x, Node& weight, Node* bias);

// z = (x − mean) / √(variance + ε) over groups of `width` channels, rms: mean = 0; then z · weight + bias, null = without.
struct NormShape {
  NormKind kind = NormKind::rms;
  int width = 0;
  double epsilon = 0;
};
Node& norm(Tape& tape, Node& x, const NormShape& shape, Node* weight, Node* bias);

Node& activate(Tape& tape, Node& x, Activation activation);
Node& scale(Tape& tape, Node& x, double factor);
Node& soft_cap(Tape& tape, Node& x, double cap);  // cap · tanh(x / cap)
Node& sum(Tape& tape, Node& a, Node& b);
Node& product(Tape& tape, Node& a, Node& b);

// Rows of a table [count, width].
Node& look_up(Tape& tape, Node& table, std::span<const int> ids, int width);

// Mean of −ln softmax(logits)[target] over the targets ≥ 0: one number. NaN without such a target.
Node& cross_entropy(Tape& tape, Node& logits, std::span<const int> targets);

}  // namespace whereformer::reference
