// The position encodings of one stack of layers: the distinct stacks, and which of them each layer uses.
#pragma once

#include "attention/by_distance/distance_biases.hpp"
#include "core/growing_array.hpp"
#include "model/spec.hpp"
#include "position/stack.hpp"

namespace whereformer {

class LayerPositions {
 public:
  struct Entry {
    PositionStack stack;
    float scale = 1;                // of q·k
    mutable DistanceBiases biases;  // of the stack as it is prepared; calls add what they need
  };

  // A further entry; `to` is its stack until the next is added.
  Status add(PositionStack*& to) {
    TRY(entries_.add({}));
    to = &entries_.back().stack;
    return {};
  }

  // Index of the entry each layer uses; empty: all use the first.
  void use(Buffer<int> entry_of) { entry_of_ = std::move(entry_of); }

  // For layers of this spec and embeddings [embedding_size], with `length` positions in sight, of a text that may grow to
  // `capacity` (0: it does not grow). Repeats only what changes since the last time.
  Status prepare(const StackSpec& spec, int embedding_size, double length, double capacity = 0);

  // A stack whose parameters are about to change: the next `prepare` is of everything.
  PositionStack& change(std::size_t i) {
    length_ = final_length_ = kAbsent;
    return entries_[i].stack;
  }

  std::size_t size() const { return entries_.size(); }
  const Entry& operator[](std::size_t i) const { return entries_[i]; }
  std::size_t index_of(int layer) const { return entry_of_.empty() ? 0 : entry_of_[layer]; }

 private:
  Status check(const StackSpec& spec) const;

  GrowingArray<Entry> entries_;
  Buffer<int> entry_of_;
  // What the stacks were last prepared for; absent before that.
  double length_ = kAbsent;
  double final_length_ = kAbsent;
};

}  // namespace whereformer
