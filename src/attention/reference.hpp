// The specification of attention: plain loops, double, every door. Slow and obvious; everything fast is compared with it.
// A query that sees no key gives zeros. Keys that are hidden are never read, so NaN in them cannot leak.
#pragma once

#include <limits>
#include <vector>

#include "attention/call.hpp"
#include "position/stack.hpp"

namespace whereformer::reference {

inline constexpr double kHidden = -std::numeric_limits<double>::infinity();

// Copies a row to double and sends it through door 2.
template <class E>
std::vector<double> rotated_row(const float* row, int width, const E& encoding, double position, int head) {
  std::vector<double> x(row, row + width);
  if constexpr (Rotates<E>) encoding.rotate(std::span<double>(x), position, head);
  return x;
}

inline double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

template <class E>
bool sees(const AttentionCall& call, const E& encoding, int batch, int head, int query, int key) {
  if (!call.band.visible(head, query, key)) return false;
  if (call.mask && call.mask.at(batch, head, query, key) == -std::numeric_limits<float>::infinity()) return false;
  if constexpr (Masks<E>) return encoding.visible(head, query, key);
  return true;
}

// The score before softmax of one visible pair.
template <class E>
double score(const AttentionCall& call, const E& encoding, const std::vector<double>& q, int batch, int head, int i,
             int j) {
  const double query_position = call.query_positions[static_cast<std::size_t>(i)];
  const double key_position = call.key_positions[static_cast<std::size_t>(j)];
  const int kv_head = call.kv_head(head);
  const auto k = rotated_row(call.key.row(batch, kv_head, j), call.head_dim, encoding, key_position, kv_head);
  double s = dot(q, k) * static_cast<double>(call.scale);
  if constexpr (HasContent<E>) {
    s += encoding.content(std::span<const double>(q), std::span<const double>(k), head, query_position, key_position);
  }
  if (call.softcap > 0) s = call.softcap * std::tanh(s / call.softcap);
  s += scalar_bias(encoding, head, query_position, key_position);
  if (call.mask) s += call.mask.at(batch, head, i, j);
  return s;
}

// Scores of one query against all keys, −∞ where hidden.
template <class E>
std::vector<double> score_row(const AttentionCall& call, const E& encoding, int batch, int head, int i) {
  const double position = call.query_positions[static_cast<std::size_t>(i)];
  const auto q = rotated_row(call.query.row(batch, head, i), call.head_dim, encoding, position, head);
  std::vector<double> row(static_cast<std::size_t>(call.keys), kHidden);
  for (int j = 0; j < call.keys; ++j) {
    if (sees(call, encoding, batch, head, i, j)) {
      row[static_cast<std::size_t>(j)] = score(call, encoding, q, batch, head, i, j);
    }
  }
  return row;
}

// Softmax of a row in place; a row of −∞ becomes zeros.
inline void softmax(std::vector<double>& row) {
  double top = kHidden;
  for (const double s : row) top = s > top || s != s ? s : top;
  double sum = 0;
  for (double& s : row) sum += (s = s == kHidden ? 0.0 : std::exp(s - top));
  for (double& s : row) s = sum == 0 ? 0.0 : s / sum;
}

// One output row [value_dim].
template <class E>
std::vector<double> output_row(const AttentionCall& call, const E& encoding, int batch, int head, int i) {
  std::vector<double> weights = score_row(call, encoding, batch, head, i);
  std::vector<bool> seen;
  for (const double s : weights) seen.push_back(s != kHidden);
  softmax(weights);
  std::vector<double> out(static_cast<std::size_t>(call.value_dim), 0.0);
  for (int j = 0; j < call.keys; ++j) {
    const double p = weights[static_cast<std::size_t>(j)];
    if (!seen[static_cast<std::size_t>(j)]) continue;
    const float* v = call.value.row(batch, call.kv_head(head), j);
    for (int c = 0; c < call.value_dim; ++c) out[static_cast<std::size_t>(c)] += p * v[c];
    if constexpr (HasValue<E>) {
      encoding.value(std::span<double>(out), p, head,
                     static_cast<double>(call.query_positions[static_cast<std::size_t>(i)]),
                     static_cast<double>(call.key_positions[static_cast<std::size_t>(j)]));
    }
  }
  return out;
}

// Fills call.output.
template <class E>
void attention(const AttentionCall& call, const E& encoding) {
  for (int batch = 0; batch < call.batch; ++batch) {
    for (int head = 0; head < call.heads; ++head) {
      for (int i = 0; i < call.queries; ++i) {
        const std::vector<double> row = output_row(call, encoding, batch, head, i);
        float* out = call.output.row(batch, head, i);
        for (std::size_t c = 0; c < row.size(); ++c) out[c] = static_cast<float>(row[c]);
      }
    }
  }
}

}  // namespace whereformer::reference
