// Terms of a stack that depend on query − key alone, tabulated for one head at a time: memory grows with the number of
// tokens, not with its square.
#pragma once

#include "attention/by_distance/distance_range.hpp"
#include "attention/by_distance/distance_sinusoids.hpp"
#include "core/buffer.hpp"
#include "position/stack.hpp"

namespace whereformer {

// A column of a table, channel by channel; null = zero.
struct KeyVector {
  const float* data = nullptr;
  std::ptrdiff_t stride = 0;
};

class DistanceTables {
 public:
  // Allocates entries for all distances of these positions. `with_bias`: also the bias, which must depend on distance alone.
  Status prepare(const PositionStack& stack, const AttentionCall& call, bool with_bias);

  // Computes the entries of one head.
  void fill(int head);

  const DistanceRange& range() const { return range_; }
  bool dense() const { return range_.dense(); }

  // One pair: the bias, what content adds to q·k, and what values add to the output.
  float bias(int entry) const { return bias_[entry]; }
  float query_term(int entry, const float* q) const;
  float key_term(int entry, const float* k) const;
  void add_value(int entry, double p, std::span<double> out) const;

  // Has the head that was filled in such vectors? Vectors that are zero at every distance do not count.
  bool has_query_rows() const { return has_query_rows_; }
  bool has_key_columns() const { return has_key_columns_; }
  bool has_values() const { return has_value_rows_; }

  const float* base2_bias() const { return base2_bias_.data(); }  // [stride], times log2 e
  simd::Operand query_rows(int first) const {
    return {query_rows_.data() + static_cast<std::ptrdiff_t>(first) * width_, width_, 1};
  }
  // Key vector of one distance; without a table, the key vector shared by all distances.
  KeyVector key_column(int entry) const { return {key_columns_.data() + entry, static_cast<std::ptrdiff_t>(stride_)}; }
  KeyVector constant_key_vector() const { return key_vector_; }
  const float* value_rows(int first) const {
    return value_rows_.data() + static_cast<std::ptrdiff_t>(first) * value_dim_;
  }

 private:
  Status prepare_sinusoids();
  void fill_sinusoids(int head);
  double bias_of(int head, int entry) const;
  void fill_vectors(int head, int entry);

  // Index of a channel of an entry: entry · entry_step + channel · step.
  struct Place {
    std::size_t entry_step;
    std::size_t step;
    std::size_t width;
  };
  // Computes one entry, or repeats the one before; returns whether any channel is not zero.
  bool write(Side side, int head, int entry, Buffer<float>& to, Place place);

  const PositionStack* stack_ = nullptr;
  DistanceRange range_;
  int width_ = 0;
  int value_dim_ = 0;
  std::size_t stride_ = 0;     // entries and padding for the lanes past the last query
  Buffer<float> bias_;         // [stride]
  Buffer<float> base2_bias_;   // [stride]
  Buffer<float> query_rows_;   // [stride][width]
  Buffer<float> key_columns_;  // [width][stride]
  Buffer<float> value_rows_;   // [stride][value_dim]
  bool has_query_rows_ = false;
  bool has_key_columns_ = false;
  bool has_value_rows_ = false;
  const AnyEncoding* sinusoidal_ = nullptr;  // the part with sinusoidal vectors, if no other part adds vectors
  ProjectedSinusoids sinusoids_;
  DistanceSinusoids projected_;
  KeyVector key_vector_;   // with sinusoids: equal at all distances
  Buffer<double> vector_;  // one vector of the stack
};

}  // namespace whereformer
