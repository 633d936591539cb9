// Masks: which keys a query may see. Indices, not position ids; `offset` is the index of query 0 among the keys.
#pragma once

#include <limits>

#include "position/hooks.hpp"

namespace whereformer {

inline constexpr int kUnlimited = std::numeric_limits<int>::max() / 4;

// Keys from query + offset − left to query + offset + right: every mask here is such a band.
struct Band {
  int offset = 0;
  int left = kUnlimited;
  int right = kUnlimited;

  bool visible(int query, int key) const {
    const int distance = key - query - offset;
    return distance <= right && distance >= -left;
  }

  KeyRange range(int query, int keys) const {
    return KeyRange{query + offset - left, query + offset + right + 1}.intersect({0, keys});
  }

  Band intersect(Band other) const { return {offset, std::min(left, other.left), std::min(right, other.right)}; }
};

// Each query sees itself and what came before it.
struct Causal : Band {
  explicit Causal(int offset_ = 0) : Band{offset_, kUnlimited, 0} {}
};

// Sliding window (Beltagy et al. 2020, Longformer): at most `left` keys back and `right` ahead.
struct Window : Band {
  Window(int left_, int right_, int offset_ = 0) : Band{offset_, left_, right_} {}
};

}  // namespace whereformer
