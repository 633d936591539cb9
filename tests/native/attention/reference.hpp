// The specification of attention: plain loops, double, every hook. Slow and obvious; everything fast is compared with it.
// A query that sees no key gives zeros. Keys that are hidden are never read, so NaN in them cannot leak.
#pragma once

#include <limits>
#include <vector>

#include "attention/call.hpp"
#include "attention/stack.hpp"

namespace whereformer::reference {

inline constexpr double kHidden = -std::numeric_limits<double>::infinity();

inline std::vector<double> in_double(const float* row, int width) { return {row, row + width}; }

// Query i counts as index i + band.offset among the keys.
template <class E>
bool sees(const AttentionCall& call, const E& encoding, int batch, int head, int query, int key) {
  if (!call.band.visible(query, key)) return false;
  if (call.mask && call.mask.at(batch, head, query, key) == -std::numeric_limits<float>::infinity()) return false;
  return visible(encoding, query + call.band.offset, key);
}

inline double capped(double score, double cap) { return cap > 0 ? cap * std::tanh(score / cap) : score; }

// The call's own cap, else the stack's.
template <class E>
double cap_of(const AttentionCall& call, const E& encoding) {
  return call.softcap > 0 ? call.softcap : cap_after(encoding, 0);
}

// Scores of one query against all keys before softmax, −∞ where hidden.
template <class E>
std::vector<double> score_row(const AttentionCall& call, const E& encoding, int batch, int head, int i) {
  const std::size_t keys = static_cast<std::size_t>(call.keys);
  const int kv_head = call.kv_head(head);
  const double query_position = call.query_positions[static_cast<std::size_t>(i)];
  const double own = remapped(encoding, query_position);
  const auto raw_query = in_double(call.query.row(batch, head, i), call.head_dim);
  std::vector<PairPositions> at(keys);
  std::vector<char> seen(keys);
  std::vector<double> products(keys);
  std::vector<double> content(keys);
  for (std::size_t j = 0; j < keys; ++j) {
    const int key = static_cast<int>(j);
    seen[j] = sees(call, encoding, batch, head, i, key);
    if (!seen[j]) continue;
    at[j] = pair_positions(encoding, query_position, call.key_positions[j]);
    const auto q = rotated(encoding, raw_query, at[j].query, head, Side::query, own);
    const auto raw_key = in_double(call.key.row(batch, kv_head, key), call.head_dim);
    const auto k = rotated(encoding, raw_key, at[j].key, call.first_head(kv_head), Side::key,
                           remapped(encoding, call.key_positions[j]));
    products[j] = dot(q, k);
    content[j] = pair_content(encoding, q, k, head, at[j]);
  }
  const auto q = rotated(encoding, raw_query, own, head, Side::query, own);
  add_content_row(encoding, q, products, seen, head, content);
  std::vector<double> scores(keys, kHidden);
  for (std::size_t j = 0; j < keys; ++j) {
    if (!seen[j]) continue;
    scores[j] = capped((products[j] + content[j]) * call.scale, cap_of(call, encoding));
    scores[j] += scalar_bias(encoding, head, at[j]);
    if (call.mask) scores[j] += call.mask.at(batch, head, i, static_cast<int>(j));
    scores[j] = capped(scores[j], call.biased_cap);
  }
  return scores;
}

// A head's sink; −∞ = it has none.
inline double sink_of(const AttentionCall& call, int head) {
  return call.sinks == nullptr ? kHidden : call.sinks[head];
}

// weight = exp(score − log Σ exp(score)), the logarithm summed score by score, the sink among them. A hidden score has weight 0, and so
// has every score of a row that sees nothing. NaN and +∞ make the whole row NaN, as exp(x) / Σ exp(x) does.
inline std::vector<double> softmax(const std::vector<double>& scores, double sink) {
  double total = sink;
  for (const double score : scores) {
    if (score == kHidden) continue;
    total = (score > total ? score : total) + std::log1p(std::exp(-std::abs(total - score)));
  }
  std::vector<double> weights;
  for (const double score : scores) {
    const double weight = std::exp(score - total) + (std::isfinite(total) ? 0 : std::nan(""));
    weights.push_back(score == kHidden ? 0 : weight);
  }
  return weights;
}

// A value row; rotated if the encoding rotates values.
template <class E>
std::vector<double> rotated_value(const AttentionCall& call, const E& encoding, int batch, int kv_head, int key) {
  const auto raw = in_double(call.value.row(batch, kv_head, key), call.value_dim);
  const double position = remapped(encoding, call.key_positions[static_cast<std::size_t>(key)]);
  return rotates_values(encoding) ? rotated(encoding, raw, position, call.first_head(kv_head), Side::value, position)
                                  : raw;
}

// One output row [value_dim].
template <class E>
std::vector<double> output_row(const AttentionCall& call, const E& encoding, int batch, int head, int i) {
  const std::vector<double> weights = softmax(score_row(call, encoding, batch, head, i), sink_of(call, head));
  const int kv_head = call.kv_head(head);
  std::vector<double> out(static_cast<std::size_t>(call.value_dim), 0.0);
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (!sees(call, encoding, batch, head, i, static_cast<int>(j))) continue;
    const double p = weights[j];
    const double key_position = call.key_positions[j];
    const auto v = rotated_value(call, encoding, batch, kv_head, static_cast<int>(j));
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += p * v[c];
    const double query_position = call.query_positions[static_cast<std::size_t>(i)];
    add_value(encoding, std::span<double>(out), p, head, pair_positions(encoding, query_position, key_position));
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
