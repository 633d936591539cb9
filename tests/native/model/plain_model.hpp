// A Transformer in plain loops and double, for comparison: the same spec, tensors by name, one position-free stack.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/math.hpp"
#include "model/spec.hpp"
#include "support.hpp"

namespace whereformer::test {

using Rows = std::vector<std::vector<double>>;

struct NamedTensor {
  int rows = 0;
  int columns = 0;
  std::vector<float> values;
};

// Every tensor that a spec asks for, drawn at random.
class PlainModel {
 public:
  explicit PlainModel(const ModelSpec& spec) : spec_(spec) {
    draw("embedding", spec.vocab, spec.embedding_size);
    draw("tokenTypes", spec.token_types, spec.embedding_size);
    draw("taskTypes", spec.task_types, spec.embedding_size);
    draw("maskEmbedding", spec.query_stream ? spec.d_model : 0, 1);
    if (spec.embedding_projection) linear("embeddingProjection", spec.d_model, spec.embedding_size, true);
    const bool biased = spec.stack.norm == NormKind::layer && spec.stack.norm_bias;
    if (spec.embedding_norm) norm("embeddingNorm", spec.embedding_size, biased);
    if (spec.has_encoder()) stack("encoder.", spec.encoder, false);
    if (spec.has_encoder() && spec.embedding_norm) norm("encoder.embeddingNorm", spec.embedding_size, biased);
    stack("", spec.stack, spec.has_encoder());
    if (!spec.has_head()) return;
    if (spec.head_transform) linear("head.transform", spec.embedding_size, spec.d_model, true);
    if (spec.head_transform) norm("head.norm", spec.embedding_size, true);
    if (!spec.tie_head) draw("head.weight", spec.vocab, spec.embedding_size);
    if (spec.head_bias) draw("head.bias", spec.vocab, 1);
  }

  const std::map<std::string, NamedTensor>& tensors() const { return tensors_; }

  // [tokens + targets, result width]; `memory` is what encode() gave, or nothing.
  Rows run(const std::vector<int>& ids, const std::vector<int>& types, int targets, const Rows& memory) const {
    Rows x = embed(ids, types, "");
    for (int t = 0; t < targets; ++t) x.push_back(column("maskEmbedding"));
    layers(x, static_cast<int>(ids.size()), spec_.stack, "", memory);
    return head(x);
  }

  Rows encode(const std::vector<int>& ids) const {
    Rows x = embed(ids, {}, "encoder.");
    layers(x, static_cast<int>(ids.size()), spec_.encoder, "encoder.", {});
    return x;
  }

 private:
  void draw(const std::string& name, int rows, int columns) {
    if (rows == 0) return;
    const auto count = static_cast<std::size_t>(rows * columns);
    tensors_[name] = {rows, columns, random_values(count, 900 + tensors_.size(), 0.6F)};
  }
  void linear(const std::string& name, int rows, int columns, bool bias) {
    draw(name + ".weight", rows, columns);
    if (bias) draw(name + ".bias", rows, 1);
  }
  void norm(const std::string& name, int width, bool bias) {
    draw(name + ".weight", width, 1);
    if (bias) draw(name + ".bias", width, 1);
  }
  void stack(const std::string& prefix, const StackSpec& s, bool crosses) {
    const int d = spec_.d_model;
    const bool bias = s.norm == NormKind::layer && s.norm_bias;
    const auto attention = [&](const std::string& at) {
      linear(at + "query", s.heads * s.head_dim, d, s.query_bias);
      linear(at + "key", s.kv_heads * s.head_dim, d, s.key_bias);
      linear(at + "value", s.kv_heads * s.head_dim, d, s.value_bias);
      linear(at + "output", d, s.heads * s.head_dim, s.output_bias);
      if (s.sinks) draw(at + "sinks", s.heads, 1);
      const bool all = s.query_key_norm == QueryKeyNorm::rms_all;
      if (s.query_key_norm != QueryKeyNorm::rms && !all) return;
      norm(at + "queryNorm", all ? s.heads * s.head_dim : s.head_dim, false);
      norm(at + "keyNorm", all ? s.kv_heads * s.head_dim : s.head_dim, false);
    };
    for (int i = 0; i < s.block_count(); ++i) {
      const std::string at = prefix + "layers." + std::to_string(i) + ".";
      const bool before = s.norm_place != NormPlace::after;
      const bool after = s.norm_place == NormPlace::both || !before;
      if (before && (i > 0 || s.first_norm)) norm(at + "norm1", d, bias);
      attention(at);
      if (after) norm(at + "norm1After", d, bias);
      if (crosses) norm(at + "cross.norm", d, bias);
      if (crosses) attention(at + "cross.");
      if (before && !(s.parallel && s.shared_norm)) norm(at + "norm2", d, bias);
      if (after) norm(at + "norm2After", d, bias);
      if (s.gated_mlp) linear(at + "mlp.gate", s.d_ff, d, s.mlp_bias);
      linear(at + "mlp.up", s.d_ff, d, s.mlp_bias);
      linear(at + "mlp.down", d, s.d_ff, s.mlp_bias);
    }
    if (s.conv_kernel > 0) linear(prefix + "conv", d, s.conv_kernel * d, true);
    if (s.conv_kernel > 0) norm(prefix + "convNorm", d, bias);
    if (s.final_norm) norm(prefix + "finalNorm", d, bias);
  }

  std::vector<double> column(const std::string& name) const {
    const auto found = tensors_.find(name);
    if (found == tensors_.end()) return {};
    return {found->second.values.begin(), found->second.values.end()};
  }
  std::vector<double> row(const std::string& name, int r) const {
    const NamedTensor& t = tensors_.at(name);
    return {t.values.begin() + r * t.columns, t.values.begin() + (r + 1) * t.columns};
  }
  static void add(std::vector<double>& to, const std::vector<double>& from) {
    for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
  }

  std::vector<double> apply(const std::string& name, const std::vector<double>& x) const {
    const NamedTensor& w = tensors_.at(name);
    std::vector<double> y(static_cast<std::size_t>(w.rows), 0.0);
    for (int r = 0; r < w.rows; ++r) {
      for (int c = 0; c < w.columns; ++c) {
        y[static_cast<std::size_t>(r)] +=
            static_cast<double>(w.values[static_cast<std::size_t>(r * w.columns + c)]) * x[static_cast<std::size_t>(c)];
      }
    }
    return y;
  }
  std::vector<double> linear_of(const std::string& name, const std::vector<double>& x) const {
    std::vector<double> y = apply(name + ".weight", x);
    add(y, column(name + ".bias"));
    return y;
  }
  std::vector<double> normed(NormKind kind, double epsilon, std::vector<double> x, const std::string& name) const {
    double mean = 0;
    for (const double v : x) mean += v / static_cast<double>(x.size());
    if (kind == NormKind::rms) mean = 0;
    double variance = 0;
    for (const double v : x) variance += (v - mean) * (v - mean) / static_cast<double>(x.size());
    const std::vector<double> weight = column(name + ".weight");
    const std::vector<double> bias = column(name + ".bias");
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = (x[i] - mean) / std::sqrt(variance + epsilon);
      if (!weight.empty()) x[i] *= weight[i];
      if (!bias.empty()) x[i] += bias[i];
    }
    return x;
  }
  static double activated(Activation activation, double x) {
    const double u = 0.7978845608028654 * (x + 0.044715 * x * x * x);
    if (activation == Activation::silu) return x / (1 + std::exp(-x));
    if (activation == Activation::gelu) return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
    if (activation == Activation::gelu_tanh) return 0.5 * x * (1 + std::tanh(u));
    if (activation == Activation::relu2) return std::max(x, 0.0) * std::max(x, 0.0);
    return activation == Activation::relu ? std::max(x, 0.0) : std::tanh(x);
  }

  Rows embed(const std::vector<int>& ids, const std::vector<int>& types, const std::string& prefix) const {
    Rows x;
    for (std::size_t t = 0; t < ids.size(); ++t) {
      std::vector<double> e = row("embedding", ids[t]);
      for (double& v : e) v *= spec_.embedding_scale;
      if (spec_.token_types > 0) add(e, row("tokenTypes", types.empty() ? 0 : types[t]));
      if (spec_.task_types > 0) add(e, row("taskTypes", 0));
      const std::string at = prefix + "embeddingNorm";
      if (spec_.embedding_norm) e = normed(spec_.stack.norm, spec_.stack.norm_epsilon, e, at);
      x.push_back(spec_.embedding_projection ? linear_of("embeddingProjection", e) : e);
    }
    return x;
  }

  // Rows of `x` look at the first `keys` rows of `from`.
  Rows attention(const Rows& x, const Rows& from, int keys, const StackSpec& s, const std::string& at, bool norms,
                 bool causal) const {
    const auto width = static_cast<std::size_t>(s.head_dim);
    const bool whole = s.query_key_norm == QueryKeyNorm::rms_all;
    const auto row_of = [&](const std::vector<double>& all, const std::string& name) {
      return norms && whole ? normed(NormKind::rms, s.norm_epsilon, all, name) : all;
    };
    const auto head_of = [&](const std::vector<double>& all, int h, const std::string& name) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(h) * s.head_dim;
      std::vector<double> part(begin, begin + s.head_dim);
      return norms && !whole ? normed(NormKind::rms, s.norm_epsilon, part, name) : part;
    };
    const double scale = std::isnan(s.scale) ? 1 / std::sqrt(static_cast<double>(s.head_dim)) : s.scale;
    Rows out;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::vector<double> query = row_of(linear_of(at + "query", x[i]), at + "queryNorm");
      std::vector<double> heads;
      for (int h = 0; h < s.heads; ++h) {
        const int kv = h / (s.heads / s.kv_heads);
        std::vector<double> sum(width, 0.0);
        double total = s.sinks ? std::exp(column(at + "sinks")[static_cast<std::size_t>(h)]) : 0;
        for (int j = 0; j < keys && (!causal || j <= static_cast<int>(i)); ++j) {
          const auto& source = from[static_cast<std::size_t>(j)];
          const std::vector<double> q = head_of(query, h, at + "queryNorm");
          const std::vector<double> k =
              head_of(row_of(linear_of(at + "key", source), at + "keyNorm"), kv, at + "keyNorm");
          const std::vector<double> value = linear_of(at + "value", source);
          const double p = std::exp(dot(q, k) * scale);
          total += p;
          for (std::size_t c = 0; c < width; ++c) sum[c] += p * value[static_cast<std::size_t>(kv) * width + c];
        }
        for (const double v : sum) heads.push_back(total > 0 ? v / total : 0);
      }
      out.push_back(linear_of(at + "output", heads));
    }
    return out;
  }
  static double dot(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }

  Rows mlp(const Rows& x, const StackSpec& s, const std::string& at) const {
    Rows out;
    for (const auto& row : x) {
      std::vector<double> hidden = linear_of(at + "mlp.up", row);
      const std::vector<double> gate = s.gated_mlp ? linear_of(at + "mlp.gate", row) : hidden;
      for (std::size_t i = 0; i < hidden.size(); ++i) {
        hidden[i] = s.gated_mlp ? hidden[i] * activated(s.activation, gate[i]) : activated(s.activation, hidden[i]);
      }
      out.push_back(linear_of(at + "mlp.down", hidden));
    }
    return out;
  }

  Rows all_normed(const StackSpec& s, Rows x, const std::string& name) const {
    for (auto& row : x) row = normed(s.norm, s.norm_epsilon, row, name);
    return x;
  }
  Rows entering(const StackSpec& s, const Rows& x, const std::string& name) const {
    const bool plain = s.norm_place == NormPlace::post || s.norm_place == NormPlace::after;
    const bool first = !s.first_norm && name.ends_with("layers.0.norm1");
    return plain || first ? x : all_normed(s, x, name);
  }
  void leave(const StackSpec& s, Rows sublayer, const std::string& name, Rows& x) const {
    if (s.norm_place == NormPlace::both || s.norm_place == NormPlace::after)
      sublayer = all_normed(s, sublayer, name + "After");
    for (std::size_t i = 0; i < x.size(); ++i) add(x[i], sublayer[i]);
    if (s.norm_place == NormPlace::post) x = all_normed(s, x, name);
  }

  void layers(Rows& x, int keys, const StackSpec& s, const std::string& prefix, const Rows& memory) const {
    const Rows input = x;
    for (int layer = 0; layer < s.layers(); ++layer) {
      const int block = s.blocks[static_cast<std::size_t>(layer)];
      const std::string at = prefix + "layers." + std::to_string(block) + ".";
      const Rows before = x;
      const Rows first = entering(s, x, at + "norm1");
      leave(s, attention(first, first, keys, s, at, s.norms_query_key(layer), s.causal), at + "norm1", x);
      if (!memory.empty()) {
        const Rows cross = entering(s, x, at + "cross.norm");
        const int memories = static_cast<int>(memory.size());
        leave(s, attention(cross, memory, memories, s, at + "cross.", false, false), at + "cross.norm", x);
      }
      const Rows second = entering(s, s.parallel ? before : x, at + (s.parallel && s.shared_norm ? "norm1" : "norm2"));
      leave(s, mlp(second, s, at), at + "norm2", x);
      if (layer == 0 && s.conv_kernel > 0) convolve(input, s, prefix, x);
    }
    if (s.final_norm) x = all_normed(s, x, prefix + "finalNorm");
  }

  void convolve(const Rows& input, const StackSpec& s, const std::string& prefix, Rows& x) const {
    for (int t = 0; t < static_cast<int>(x.size()); ++t) {
      std::vector<double> window;
      for (int tap = 0; tap < s.conv_kernel; ++tap) {
        const int from = t + tap - s.conv_kernel / 2;
        const bool inside = from >= 0 && from < static_cast<int>(input.size());
        const std::vector<double> zeros(static_cast<std::size_t>(spec_.d_model), 0.0);
        const auto& source = inside ? input[static_cast<std::size_t>(from)] : zeros;
        window.insert(window.end(), source.begin(), source.end());
      }
      std::vector<double> y = linear_of(prefix + "conv", window);
      for (double& v : y) v = activated(s.conv_activation, v);
      add(x[static_cast<std::size_t>(t)], y);
    }
    x = all_normed(s, x, prefix + "convNorm");
  }

  Rows head(Rows x) const {
    if (!spec_.has_head()) return x;
    for (auto& row : x) {
      if (spec_.head_transform) {
        row = linear_of("head.transform", row);
        for (double& v : row) v = activated(spec_.stack.activation, v);
        row = normed(NormKind::layer, spec_.stack.norm_epsilon, row, "head.norm");
      }
      for (double& v : row) v *= spec_.head_scale;
      row = apply(spec_.tie_head ? "embedding" : "head.weight", row);
      add(row, column("head.bias"));
      for (double& v : row) v = spec_.softcap > 0 ? spec_.softcap * std::tanh(v / spec_.softcap) : v;
    }
    return x;
  }

  ModelSpec spec_;
  std::map<std::string, NamedTensor> tensors_;
};

}  // namespace whereformer::test
