// Biases by pair, kept for all sequences of a batch: these have the same positions, and a network per pair (FIRE) takes a microsecond.
#pragma once

#include <algorithm>

#include "attention/call.hpp"
#include "core/buffer.hpp"
#include "core/shape.hpp"

namespace whereformer {

class PairBiases {
 public:
  // bias(head, query, key) → float, asked for once per visible pair. Keeps nothing for one sequence, or above 4 MB.
  template <class Bias>
  Status prepare(const AttentionCall& call, std::span<const KeyRange> ranges, Bias&& bias) {
    queries_ = call.queries;
    keys_ = call.keys;
    const double pairs = static_cast<double>(call.heads) * call.queries * call.keys;
    if (call.batch < 2 || pairs > kMost) return {};
    TRY(kept_.allocate(element_count(call.heads, queries_, keys_)));
    for (int head = 0; head < call.heads; ++head) {
      for (int query = 0; query < queries_; ++query) {
        const KeyRange range = ranges[query];
        for (int key = range.first; key < range.last; ++key) kept_[place(head, query, key)] = bias(head, query, key);
      }
    }
    return {};
  }

  bool kept() const { return !kept_.empty(); }

  // The bias of a pair; 0 outside of the query's range.
  float at(int head, int query, int key) const { return kept_[place(head, query, key)]; }

 private:
  static constexpr double kMost = 1 << 20;

  std::size_t place(int head, int query, int key) const {
    return (static_cast<std::size_t>(head) * queries_ + query) * keys_ + key;
  }

  int queries_ = 0;
  int keys_ = 0;
  Buffer<float> kept_;  // [heads][queries][keys]
};

}  // namespace whereformer
