// The specification of attention and its gradients: plain loops, double, every hook of the stack. Rows are those after
// rotation. `Nudge` shifts one number that the stack adds, for central differences.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <vector>

#include "attention/call.hpp"
#include "train/attention_backward.hpp"
#include "train/reference_cope.hpp"
#include "train/stack_gradients.hpp"

namespace whereformer::reference {

struct Nudge {
  enum class Of { nothing, bias, vector };

  Of of = Of::nothing;
  Side side = Side::query;
  int head = 0;
  double distance = 0;
  std::size_t channel = 0;
  double by = 0;
};

// A call whose rows are doubles, [batch, heads, tokens, width].
class WideCall {
 public:
  std::vector<double> query;
  std::vector<double> key;
  std::vector<double> value;
  std::vector<double> d_output;
  std::vector<double> sinks;  // [heads]
  Nudge nudge;

  WideCall(const AttentionCall& call, const PositionStack& stack, HeadRows<const float> d_out)
      : query(widen(call.query, call.batch, call.heads, call.queries, call.head_dim)),
        key(widen(call.key, call.batch, call.kv_heads, call.keys, call.head_dim)),
        value(widen(call.value, call.batch, call.kv_heads, call.keys, call.value_dim)),
        d_output(widen(d_out, call.batch, call.heads, call.queries, call.value_dim)),
        sinks(static_cast<std::size_t>(call.heads), -std::numeric_limits<double>::infinity()),
        call_(call),
        stack_(stack) {
    if (call.sinks != nullptr) sinks.assign(call.sinks, call.sinks + call.heads);
  }

  const AttentionCall& call() const { return call_; }
  const PositionStack& stack() const { return stack_; }

  std::size_t query_row(int b, int h, int i) const {
    return index(b, h, i, call_.heads, call_.queries, call_.head_dim);
  }
  std::size_t key_row(int b, int h, int j) const {
    return index(b, kv(h), j, call_.kv_heads, call_.keys, call_.head_dim);
  }
  std::size_t value_row(int b, int h, int j) const {
    return index(b, kv(h), j, call_.kv_heads, call_.keys, call_.value_dim);
  }
  std::size_t output_row(int b, int h, int i) const {
    return index(b, h, i, call_.heads, call_.queries, call_.value_dim);
  }

  bool sees(int b, int h, int i, int j) const {
    if (!call_.band.visible(i, j) || !stack_.visible(i + call_.band.offset, j)) return false;
    return !call_.mask || call_.mask.at(b, h, i, j) != -std::numeric_limits<float>::infinity();
  }

  PairPositions at(int i, int j) const {
    return stack_.pair_positions(call_.query_positions[static_cast<std::size_t>(i)],
                                 call_.key_positions[static_cast<std::size_t>(j)]);
  }

  std::vector<double> vector(Side side, int h, double distance) const {
    const int width = side == Side::value ? call_.value_dim : call_.head_dim;
    std::vector<double> out(static_cast<std::size_t>(width));
    for (const auto& part : stack_.parts()) part->distance_vector(side, h, distance, out);
    if (nudge.of == Nudge::Of::vector && nudge.side == side && nudge.head == h && nudge.distance == distance) {
      out[nudge.channel] += nudge.by;
    }
    return out;
  }

  // What content by row reads.
  ContentRow content_row(int b, int h, int i) const {
    const auto width = static_cast<std::size_t>(call_.head_dim);
    const double* q = query.data() + query_row(b, h, i);
    ContentRow row{{q, q + width}, {}, {}};
    for (int j = 0; j < call_.keys; ++j) {
      double product = 0;
      for (std::size_t c = 0; c < width && sees(b, h, i, j); ++c) product += q[c] * key[key_row(b, h, j) + c];
      row.products.push_back(product);
      row.seen.push_back(sees(b, h, i, j) ? 1 : 0);
    }
    return row;
  }

  // [keys]
  std::vector<double> content(int b, int h, int i) const {
    return row_content(stack_, content_row(b, h, i), call_.scale);
  }

  // (q·k + content) · scale, `by_row` being the part of content that is by row
  double raw_score(int b, int h, int i, int j, double by_row) const {
    const std::vector<double> by_query = vector(Side::query, h, at(i, j).distance());
    const std::vector<double> by_key = vector(Side::key, h, at(i, j).distance());
    double sum = by_row;
    for (std::size_t c = 0; c < by_query.size(); ++c) {
      const double q = query[query_row(b, h, i) + c];
      const double k = key[key_row(b, h, j) + c];
      sum += q * k + q * by_query[c] + k * by_key[c];
    }
    return sum * call_.scale;
  }

  double bias(int b, int h, int i, int j) const {
    double sum = stack_.bias(h, at(i, j));
    if (nudge.of == Nudge::Of::bias && nudge.head == h && nudge.distance == at(i, j).distance()) sum += nudge.by;
    return sum + (call_.mask ? call_.mask.at(b, h, i, j) : 0);
  }

  double capped(double score) const {
    return call_.softcap > 0 ? call_.softcap * std::tanh(score / call_.softcap) : score;
  }

  // Softmax of one row, 0 where hidden; the weight of the sink comes last.
  std::vector<double> weights(int b, int h, int i) const {
    std::vector<double> p(static_cast<std::size_t>(call_.keys));
    const std::vector<double> by_row = content(b, h, i);
    const double sink = sinks[static_cast<std::size_t>(h)];
    double top = sink;
    for (int j = 0; j < call_.keys; ++j) {
      if (!sees(b, h, i, j)) continue;
      const auto at = static_cast<std::size_t>(j);
      p[at] = capped(raw_score(b, h, i, j, by_row[at])) + bias(b, h, i, j);
      top = std::max(top, p[at]);
    }
    p.push_back(std::isinf(sink) ? 0 : std::exp(sink - top));
    double total = p.back();
    for (int j = 0; j < call_.keys; ++j) {
      if (!sees(b, h, i, j)) continue;
      total += p[static_cast<std::size_t>(j)] = std::exp(p[static_cast<std::size_t>(j)] - top);
    }
    for (double& x : p) x = total == 0 ? 0 : x / total;
    return p;
  }

  std::vector<double> output(int b, int h, int i, const std::vector<double>& p) const {
    std::vector<double> out(static_cast<std::size_t>(call_.value_dim));
    for (int j = 0; j < call_.keys; ++j) {
      if (!sees(b, h, i, j)) continue;
      const std::vector<double> by_value = vector(Side::value, h, at(i, j).distance());
      for (std::size_t c = 0; c < out.size(); ++c) {
        out[c] += p[static_cast<std::size_t>(j)] * (value[value_row(b, h, j) + c] + by_value[c]);
      }
    }
    return out;
  }

  // Σ dO · O: the loss whose gradients are wanted.
  double loss() const {
    double sum = 0;
    for (int b = 0; b < call_.batch; ++b) {
      for (int h = 0; h < call_.heads; ++h) {
        for (int i = 0; i < call_.queries; ++i) {
          const std::vector<double> out = output(b, h, i, weights(b, h, i));
          for (std::size_t c = 0; c < out.size(); ++c) sum += d_output[output_row(b, h, i) + c] * out[c];
        }
      }
    }
    return sum;
  }

 private:
  int kv(int h) const { return call_.kv_head(h); }
  static std::size_t index(int b, int h, int t, int heads, int tokens, int width) {
    return (static_cast<std::size_t>(b * heads + h) * static_cast<std::size_t>(tokens) + static_cast<std::size_t>(t)) *
           static_cast<std::size_t>(width);
  }
  static std::vector<double> widen(HeadRows<const float> rows, int batch, int heads, int tokens, int width) {
    std::vector<double> wide;
    for (int b = 0; b < batch; ++b) {
      for (int h = 0; h < heads; ++h) {
        for (int t = 0; t < tokens; ++t) wide.insert(wide.end(), rows.row(b, h, t), rows.row(b, h, t) + width);
      }
    }
    return wide;
  }

  const AttentionCall& call_;
  const PositionStack& stack_;
};

// What a stack learns, summed over the batch and all pairs: bias by head and distance, and by head and own positions; vectors by side,
// head and distance. Content by row is learned by `learned`.
struct PositionSums final : train::PositionGradients {
  unsigned hooks = ~0U;
  train::StackGradients learned;
  std::map<std::pair<int, double>, double> by_distance;
  std::map<std::array<double, 3>, double> by_pair;
  std::map<std::array<double, 3>, std::vector<double>> vectors;

  void clear() {
    by_distance.clear();
    by_pair.clear();
    vectors.clear();
    learned.clear();
  }
  bool learns(unsigned wanted) const override { return (hooks & wanted) != 0; }
  void bias(int head, PairPositions at, double value) override {
    by_distance[{head, at.distance()}] += value;
    by_pair[{static_cast<double>(head), at.own_query, at.own_key}] += value;
  }
  void vector(Side side, int head, double distance, std::span<const double> g) override {
    std::vector<double>& sum = vectors[{static_cast<double>(side), static_cast<double>(head), distance}];
    sum.resize(g.size());
    for (std::size_t c = 0; c < g.size(); ++c) sum[c] += g[c];
  }
  void content_row(const ContentRowGradient& gradient) override { learned.content_row(gradient); }
};

struct WideGradients {
  std::vector<double> query;
  std::vector<double> key;
  std::vector<double> value;
  std::vector<double> sinks;
  PositionSums position;
  ContentGradients content;  // of the last row; its tables of all
};

inline void add_content_gradients(const WideCall& wide, int b, int h, int i, const std::vector<double>& d_content,
                                  WideGradients& to) {
  const AttentionCall& call = wide.call();
  row_content_backward(wide.stack(), wide.content_row(b, h, i), call.scale, d_content, to.content);
  const std::size_t query = wide.query_row(b, h, i);
  for (std::size_t c = 0; c < static_cast<std::size_t>(call.head_dim); ++c) {
    to.query[query + c] += to.content.q[c];
    for (int j = 0; j < call.keys; ++j) {
      if (!wide.sees(b, h, i, j)) continue;
      const double d = to.content.products[static_cast<std::size_t>(j)];
      to.query[query + c] += d * wide.key[wide.key_row(b, h, j) + c];
      to.key[wide.key_row(b, h, j) + c] += d * wide.query[query + c];
    }
  }
}

// One row of scores.
inline void add_row_gradients(const WideCall& wide, int b, int h, int i, WideGradients& to) {
  const AttentionCall& call = wide.call();
  const std::vector<double> p = wide.weights(b, h, i);
  const std::vector<double> out = wide.output(b, h, i, p);
  const double* d_out = wide.d_output.data() + wide.output_row(b, h, i);
  double row_dot = 0;
  for (std::size_t c = 0; c < out.size(); ++c) row_dot += d_out[c] * out[c];
  to.sinks[static_cast<std::size_t>(h)] += p.back() * (0 - row_dot);
  const std::vector<double> by_row = wide.content(b, h, i);
  std::vector<double> d_by_row(by_row.size());
  for (int j = 0; j < call.keys; ++j) {
    if (!wide.sees(b, h, i, j)) continue;
    const double weight = p[static_cast<std::size_t>(j)];
    const double distance = wide.at(i, j).distance();
    const std::vector<double> by_query = wide.vector(Side::query, h, distance);
    const std::vector<double> by_key = wide.vector(Side::key, h, distance);
    const std::vector<double> by_value = wide.vector(Side::value, h, distance);
    std::vector<double> d_value(out.size());
    double d_weight = 0;
    for (std::size_t c = 0; c < out.size(); ++c) {
      d_weight += d_out[c] * (wide.value[wide.value_row(b, h, j) + c] + by_value[c]);
      d_value[c] = weight * d_out[c];
      to.value[wide.value_row(b, h, j) + c] += d_value[c];
    }
    double d_score = weight * (d_weight - row_dot);
    to.position.bias(h, wide.at(i, j), d_score);
    if (call.softcap > 0) {
      const double t = std::tanh(wide.raw_score(b, h, i, j, by_row[static_cast<std::size_t>(j)]) / call.softcap);
      d_score *= 1 - t * t;
    }
    d_score *= call.scale;
    d_by_row[static_cast<std::size_t>(j)] = d_score;
    std::vector<double> d_by_query(by_query.size());
    std::vector<double> d_by_key(by_query.size());
    for (std::size_t c = 0; c < by_query.size(); ++c) {
      const double q = wide.query[wide.query_row(b, h, i) + c];
      const double k = wide.key[wide.key_row(b, h, j) + c];
      to.query[wide.query_row(b, h, i) + c] += d_score * (k + by_query[c]);
      to.key[wide.key_row(b, h, j) + c] += d_score * (q + by_key[c]);
      d_by_query[c] = d_score * q;
      d_by_key[c] = d_score * k;
    }
    to.position.vector(Side::query, h, distance, d_by_query);
    to.position.vector(Side::key, h, distance, d_by_key);
    to.position.vector(Side::value, h, distance, d_value);
  }
  add_content_gradients(wide, b, h, i, d_by_row, to);
}

inline void attention_gradients(const WideCall& wide, WideGradients& to) {
  to.query.assign(wide.query.size(), 0);
  to.key.assign(wide.key.size(), 0);
  to.value.assign(wide.value.size(), 0);
  to.sinks.assign(wide.sinks.size(), 0);
  to.content.tables.clear();
  for (int b = 0; b < wide.call().batch; ++b) {
    for (int h = 0; h < wide.call().heads; ++h) {
      for (int i = 0; i < wide.call().queries; ++i) add_row_gradients(wide, b, h, i, to);
    }
  }
}

}  // namespace whereformer::reference
