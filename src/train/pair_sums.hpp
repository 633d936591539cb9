// Gradients of a bias by pair, summed over all calls with the same pair: sequences of a batch have the same positions, and a network
// per pair (FIRE) takes microseconds to learn from one.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "position/hooks.hpp"

namespace whereformer::train {

class PairSums {
 public:
  void add(const BiasGradient& g) {
    const auto [found, fresh] = places_.try_emplace({g.head, g.query, g.key}, sums_.size());
    if (fresh) sums_.push_back(g);
    if (!fresh) sums_[found->second].value += g.value;
  }

  // As many as may be kept, 3 MB.
  bool full() const { return sums_.size() >= 1 << 15; }

  // In the order in which they came, which every build has in common.
  const std::vector<BiasGradient>& all() const { return sums_; }

  void clear() {
    places_.clear();
    sums_.clear();
  }

 private:
  struct Pair {
    int head;
    double query;
    double key;
    bool operator==(const Pair&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Pair& pair) const {
      std::uint64_t mixed = static_cast<std::uint64_t>(pair.head) + 1;
      for (const double x : {pair.query, pair.key}) {
        mixed = (mixed ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x9E3779B97F4A7C15U;  // + 0.0: −0 equals 0
        mixed ^= mixed >> 32U;
      }
      return static_cast<std::size_t>(mixed);
    }
  };

  std::unordered_map<Pair, std::size_t, Hash> places_;  // of sums_
  std::vector<BiasGradient> sums_;
};

}  // namespace whereformer::train
