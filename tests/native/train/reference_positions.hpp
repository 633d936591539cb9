// The hooks of a position stack in training, in plain loops and double: what a stack adds, and the gradient of what it added.
#pragma once

#include "position/stack.hpp"
#include "train/tape.hpp"

namespace whereformer::reference {

// Receives the gradients of what the hooks add; train::StackGradients has the same calls. A call is one summand.
class PositionSink {
 public:
  PositionSink() = default;
  PositionSink(const PositionSink&) = delete;
  PositionSink& operator=(const PositionSink&) = delete;

  virtual void embed(double position, std::span<const double> row) = 0;
  virtual void bias(int head, PairPositions at, double value) = 0;
  virtual void vector(Side side, int head, double distance, std::span<const double> vector) = 0;
  // What it adds to d_query and d_products is not used.
  virtual void content_row(const ContentRowGradient& gradient) = 0;

 protected:
  ~PositionSink() = default;
};

// The tokens of a batch under one prepared stack without content by pair; content by row is CoPE's. Token t of sequence s is row
// s · length + t of every node.
struct Tokens {
  const PositionStack& stack;
  int sequences = 0;
  int length = 0;
  std::vector<double> positions;  // [sequences, length], remapped
  PositionSink* sink = nullptr;   // null = not wanted

  int rows() const { return sequences * length; }
  double position(int sequence, int token) const {
    return positions[static_cast<std::size_t>(sequence * length + token)];
  }
  PairPositions pair(int sequence, int query, int key) const {
    return stack.pair_positions(position(sequence, query), position(sequence, key));
  }
};

// Heads of queries or of keys and values: head h of `x` is rotated as head h · group of the queries.
struct Heads {
  int count = 0;
  int group = 1;
  int width = 0;
};

// Embedding: x plus what the stack adds to an embedding.
Node& embed(Tape& tape, Node& x, const Tokens& tokens);

// Rotation. Where the stack overrides distances, a row per pair of tokens: row (token · length + other token).
Node& rotate(Tape& tape, Node& x, const Tokens& tokens, const Heads& heads, Side side);

struct AttentionShape {
  int heads = 0;
  int kv_heads = 0;
  int head_dim = 0;
  bool causal = false;
  double scale = 1;
};

// Bias to mask, of rows after rotation:
//   s = cap((q·k + q·query vector + k·key vector + content) · scale) + bias,  P = softmax(s) over visible keys,
//   Σ P (v + value vector)
// `sinks` [heads], or null: a score in each softmax that has no value. A query that sees no key gives zeros. [tokens, heads · head_dim]
Node& attend(Tape& tape, Node& query, Node& key, Node& value, Node* sinks, const Tokens& tokens,
             const AttentionShape& shape);

}  // namespace whereformer::reference
