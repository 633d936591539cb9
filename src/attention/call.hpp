// One attention call: layout of its rows, and how a score is computed.
//   score = softcap(q·k · scale) + bias(position) + mask;  weights = softmax(score);  output = weights · v
// A sink is a score without a key or a value: weights = e^score / (e^sink + Σ e^score) (gpt-oss; Xiao et al. 2024, attention sinks).
// Grouped queries: head h reads key/value head h / (heads / kv_heads).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "attention/masks.hpp"

namespace whereformer {

class DistanceBiases;

// Rows addressed by (batch, head, token), innermost axis contiguous.
template <class T>
struct HeadRows {
  T* data = nullptr;
  std::ptrdiff_t batch_stride = 0;
  std::ptrdiff_t head_stride = 0;
  std::ptrdiff_t row_stride = 0;

  T* row(int batch, int head, int token) const {
    return data + batch * batch_stride + head * head_stride + token * row_stride;
  }

  // [batch, heads, tokens, width], contiguous
  static HeadRows contiguous(T* data, int heads, int tokens, int width) {
    const std::ptrdiff_t head = static_cast<std::ptrdiff_t>(tokens) * width;
    return {data, head * heads, head, width};
  }

  // [tokens, heads · width]: layout of projections and of the key/value cache
  static HeadRows token_major(T* data, int heads, int width) {
    return {data, 0, width, static_cast<std::ptrdiff_t>(heads) * width};
  }
};

// An added mask, broadcast where a stride is 0; −∞ hides. Null data = none.
struct MaskBias {
  const float* data = nullptr;
  std::ptrdiff_t batch_stride = 0;
  std::ptrdiff_t head_stride = 0;
  std::ptrdiff_t query_stride = 0;

  explicit operator bool() const { return data != nullptr; }
  const float* row(int batch, int head, int query) const {
    return data + batch * batch_stride + head * head_stride + query * query_stride;
  }
  float at(int batch, int head, int query, int key) const { return row(batch, head, query)[key]; }
};

// Σ e^score of each row, its sink among them, as total · 2^top; total is 0 where there is neither a visible key nor a sink. [batch, heads, queries] each; null = not kept.
struct RowSums {
  float* tops = nullptr;
  float* totals = nullptr;

  explicit operator bool() const { return tops != nullptr; }
  RowSums from(std::ptrdiff_t row) const { return {tops + row, totals + row}; }
  void set(float top, float total) const {
    *tops = top;
    *totals = total;
  }
};

// `query` and `key` are rows after rotation, except under a stack that overrides distances: then each pair is rotated on its own.
struct AttentionCall {
  int batch = 1;
  int heads = 1;
  int kv_heads = 1;
  int queries = 0;
  int keys = 0;
  int head_dim = 0;
  int value_dim = 0;
  HeadRows<const float> query;             // [batch, heads, queries, head_dim]
  HeadRows<const float> key;               // [batch, kv_heads, keys, head_dim]
  HeadRows<const float> value;             // [batch, kv_heads, keys, value_dim]
  HeadRows<float> output;                  // [batch, heads, queries, value_dim]
  RowSums sums;                            // written beside the output
  std::span<const float> query_positions;  // [queries], remapped
  std::span<const float> key_positions;    // [keys], remapped
  Band band;
  MaskBias mask;
  DistanceBiases* biases = nullptr;  // of the stack, kept for other calls; null = the call has a table of its own
  float scale = 1;
  float softcap = 0;             // 0 = off
  float biased_cap = 0;          // a cap of the score with its bias and mask; 0 = off
  const float* sinks = nullptr;  // [heads]; −∞ = none

  int kv_head(int head) const { return head / (heads / kv_heads); }
  int first_head(int kv_head) const {
    return kv_head * (heads / kv_heads);
  }  // the query head whose rotation a shared key uses

  // The sums of one head in one sequence of the batch, from query `first` on.
  RowSums sums_from(int sequence, int head, int first) const {
    return sums.from((static_cast<std::ptrdiff_t>(sequence) * heads + head) * queries + first);
  }
};

// Optional maps besides the output; null = not requested.
struct AttentionMaps {
  float* scores = nullptr;   // [batch, heads, queries, keys], before softmax, −∞ where hidden
  float* weights = nullptr;  // the same shape
  float* ledger = nullptr;   // [kTerms, batch, heads, queries, keys]
  float* raw = nullptr;      // like scores: scaled, before the soft cap, the bias and the mask, also where hidden
  float* capped = nullptr;   // the same after the soft cap

  explicit operator bool() const {
    return scores != nullptr || weights != nullptr || ledger != nullptr || wants_hidden();
  }
  bool wants_hidden() const { return raw != nullptr || capped != nullptr; }
};

inline float default_scale(int head_dim) {
  return head_dim > 0 ? 1.0F / std::sqrt(static_cast<float>(head_dim)) : 1.0F;
}

}  // namespace whereformer
