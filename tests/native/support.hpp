// Shared by the tests: seeded data, attention problems, and a comparison that NaN cannot pass.
#pragma once

#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "attention/call.hpp"
#include "core/random.hpp"

namespace whereformer::test {

inline std::vector<float> random_values(std::size_t count, std::uint64_t seed, float spread = 1) {
  Random random(seed);
  std::vector<float> values(count);
  for (float& v : values) v = static_cast<float>((random.uniform() * 2 - 1) * spread);
  return values;
}

inline std::vector<float> positions_from(float first, int count) {
  std::vector<float> positions;
  for (int i = 0; i < count; ++i) positions.push_back(first + static_cast<float>(i));
  return positions;
}

// To the bit, payloads of NaN included.
inline bool same_bits(std::span<const float> a, std::span<const float> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

// The largest difference; NaN on one side only, or an infinity that the other lacks, counts as infinite.
inline double largest_difference(std::span<const float> actual, std::span<const float> expected) {
  if (actual.size() != expected.size()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const bool both_nan = std::isnan(actual[i]) && std::isnan(expected[i]);
    if (both_nan || actual[i] == expected[i]) continue;
    const double difference = std::abs(static_cast<double>(actual[i]) - expected[i]);
    if (!(difference <= largest)) largest = std::isnan(difference) ? INFINITY : difference;
  }
  return largest;
}

struct Sizes {
  int batch = 1;
  int heads = 1;
  int kv_heads = 1;
  int queries = 1;
  int keys = 1;
  int head_dim = 4;
  int value_dim = 4;
};

// Owns the arrays of one attention call.
class Problem {
 public:
  explicit Problem(Sizes s, std::uint64_t seed = 1, float spread = 1)
      : query(random_values(count(s.batch, s.heads, s.queries, s.head_dim), seed, spread)),
        key(random_values(count(s.batch, s.kv_heads, s.keys, s.head_dim), seed + 1, spread)),
        value(random_values(count(s.batch, s.kv_heads, s.keys, s.value_dim), seed + 2)),
        output(count(s.batch, s.heads, s.queries, s.value_dim), -77.0F),
        query_positions(positions_from(static_cast<float>(std::max(s.keys - s.queries, 0)), s.queries)),
        key_positions(positions_from(0, s.keys)),
        sizes_(s) {}

  AttentionCall call() {
    AttentionCall c;
    c.batch = sizes_.batch;
    c.heads = sizes_.heads;
    c.kv_heads = sizes_.kv_heads;
    c.queries = sizes_.queries;
    c.keys = sizes_.keys;
    c.head_dim = sizes_.head_dim;
    c.value_dim = sizes_.value_dim;
    c.query = HeadRows<const float>::contiguous(query.data(), c.heads, c.queries, c.head_dim);
    c.key = HeadRows<const float>::contiguous(key.data(), c.kv_heads, c.keys, c.head_dim);
    c.value = HeadRows<const float>::contiguous(value.data(), c.kv_heads, c.keys, c.value_dim);
    c.output = HeadRows<float>::contiguous(output.data(), c.heads, c.queries, c.value_dim);
    c.query_positions = query_positions;
    c.key_positions = key_positions;
    c.scale = default_scale(c.head_dim);
    return c;
  }

  Geometry geometry() const { return {sizes_.heads, sizes_.head_dim, 0}; }

  std::vector<float> query;
  std::vector<float> key;
  std::vector<float> value;
  std::vector<float> output;
  std::vector<float> query_positions;
  std::vector<float> key_positions;

 private:
  static std::size_t count(int a, int b, int c, int d) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b) * static_cast<std::size_t>(c) *
           static_cast<std::size_t>(d);
  }

  Sizes sizes_;
};

}  // namespace whereformer::test
