// Gradients of a bias by pair, summed over all calls with the same pair: sequences of a batch have the same positions, and a network
// per pair (FIRE) takes microseconds to learn from one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/buffer.hpp"
#include "position/hooks.hpp"

namespace whereformer::train {

class PairSums {
 public:
  // Allocates room for as many sums as may be kept.
  Status allocate() {
    TRY(sums_.allocate_unset(kMost));
    return places_.allocate(kPlaces);
  }

  // Adds to the sum of a pair; not to be called when full().
  void add(const BiasGradient& g) {
    std::size_t at = hash(g) % kPlaces;
    for (; places_[at] != 0; at = (at + 1) % kPlaces) {
      BiasGradient& kept = sums_[places_[at] - 1];
      if (kept.head != g.head || kept.query != g.query || kept.key != g.key) continue;
      kept.value += g.value;
      return;
    }
    sums_[count_++] = g;
    places_[at] = static_cast<std::uint32_t>(count_);
  }

  bool full() const { return count_ == kMost; }

  // In the order in which they came, which every build has in common.
  std::span<const BiasGradient> all() const { return sums_.span().first(count_); }

  void clear() {
    if (count_ > 0) std::fill_n(places_.data(), kPlaces, 0U);
    count_ = 0;
  }

 private:
  static constexpr std::size_t kMost = 1 << 15;
  static constexpr std::size_t kPlaces = 2 * kMost;

  static std::size_t hash(const BiasGradient& g) {
    std::uint64_t mixed = static_cast<std::uint64_t>(g.head) + 1;
    for (const double x : {g.query, g.key}) {
      mixed = (mixed ^ std::bit_cast<std::uint64_t>(x + 0.0)) * 0x9E3779B97F4A7C15U;  // + 0.0: −0 equals 0
      mixed ^= mixed >> 32U;
    }
    return static_cast<std::size_t>(mixed);
  }

  Buffer<std::uint32_t> places_;  // open addressing: 1 + the index of a sum, or 0
  Buffer<BiasGradient> sums_;
  std::size_t count_ = 0;
};

}  // namespace whereformer::train
