#include "train/attention_rows_backward.hpp"

#include <limits>
#include <numbers>

#include "attention/by_distance/distance_tables.hpp"
#include "attention/key_ranges.hpp"
#include "attention/pair_biases.hpp"
#include "core/math.hpp"
#include "core/shape.hpp"
#include "simd/activations.hpp"
#include "simd/row_products.hpp"
#include "train/content_rows.hpp"

namespace whereformer::train {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

// to += factor · x
void add_scaled(const float* x, float factor, int width, float* to) {
  const simd::Lanes by = simd::splat(factor);
  simd::transform(x, to, to, width, [&](simd::Lanes a, simd::Lanes b) { return simd::madd(a, by, b); });
}

void clear_rows(HeadRows<float> rows, int batch, int head, int tokens, int width) {
  for (int t = 0; t < tokens; ++t) std::fill_n(rows.row(batch, head, t), width, 0.0F);
}

// One side of content or values in one head: the vectors of a row's keys, and the sums of their gradients by distance.
class VectorSide {
 public:
  Status prepare(Side side, unsigned hook, int width, int keys, const PositionStack& stack,
                 const DistanceTables& tables, const PositionGradients* learned) {
    side_ = side;
    width_ = width;
    tables_ = &tables;
    stack_ = &stack;
    used_ = stack.has(hook);
    learned_ = used_ && learned != nullptr && learned->learns(hook);
    if (!used_) return {};
    const int entries = learned_ && tables.dense() ? tables.range().entries() : 0;
    TRY(rows_.allocate(element_count(keys, width)));
    TRY(wide_.allocate(width));
    return sums_.allocate(element_count(entries, width));
  }

  bool used() const { return used_; }
  bool learned() const { return learned_; }

  // The vectors of keys first … first + count − 1, whose entries (or positions) are given.
  void gather(int head, std::span<const int> entries, std::span<const PairPositions> at) {
    if (!used_) return;
    for (std::size_t k = 0; k < at.size(); ++k) {
      float* to = rows_.data() + k * width_;
      if (tables_->dense()) {
        copy_entry(entries[k], to);
      } else {
        ask(head, at[k].distance(), to);
      }
    }
  }

  simd::Rows rows(int count) const { return {rows_.data(), width_, count, width_}; }
  const float* row(int key) const { return rows_.data() + static_cast<std::ptrdiff_t>(key) * width_; }

  // The gradient of one pair's vector is factor · x.
  void add(int entry, int head, PairPositions at, float factor, const float* x, PositionGradients& to) {
    if (tables_->dense()) {
      add_scaled(x, factor, width_, sums_.data() + static_cast<std::ptrdiff_t>(entry) * width_);
      return;
    }
    for (std::size_t c = 0; c < wide_.size(); ++c) wide_[c] = static_cast<double>(factor) * x[c];
    to.vector(side_, head, at.distance(), wide_.span());
  }

  // One call for each distance of the head; the sums start again.
  void deliver(int head, PositionGradients& to) {
    if (!learned_ || !tables_->dense()) return;
    for (int e = 0; e < tables_->range().entries(); ++e) {
      const float* sums = sums_.data() + static_cast<std::ptrdiff_t>(e) * width_;
      std::copy_n(sums, width_, wide_.data());
      to.vector(side_, head, -(tables_->range().least() + e), wide_.span());
    }
    std::fill_n(sums_.data(), sums_.size(), 0.0F);
  }

 private:
  void copy_entry(int entry, float* to) const {
    if (side_ == Side::key) {
      const KeyVector from = tables_->has_key_columns() ? tables_->key_column(entry) : tables_->constant_key_vector();
      for (int c = 0; c < width_; ++c) to[c] = from.data == nullptr ? 0 : from.data[c * from.stride];
      return;
    }
    const float* from = side_ == Side::query ? tables_->query_rows(entry).data : tables_->value_rows(entry);
    std::copy_n(from, width_, to);
  }

  void ask(int head, double distance, float* to) {
    std::fill_n(wide_.data(), wide_.size(), 0.0);
    for (const auto& part : stack_->parts()) part->distance_vector(side_, head, distance, wide_.span());
    for (std::size_t c = 0; c < wide_.size(); ++c) to[c] = static_cast<float>(wide_[c]);
  }

  Side side_ = Side::query;
  int width_ = 0;
  bool used_ = false;
  bool learned_ = false;
  const DistanceTables* tables_ = nullptr;
  const PositionStack* stack_ = nullptr;
  Buffer<float> rows_;   // [keys][width]
  Buffer<float> sums_;   // [entries][width]
  Buffer<double> wide_;  // [width]
};

// The query that gradients are computed for, and what all of its keys share.
struct QueryRow {
  int batch = 0;
  int head = 0;
  int kv_head = 0;
  int query = 0;
  const float* q = nullptr;         // [head_dim]
  const float* d_output = nullptr;  // [value_dim]
  float* d_query = nullptr;         // [head_dim]
  float log_sum = 0;                // ln Σ e^score
  float row_dot = 0;                // D = dO · O
};

// Rows of one run of keys, [keys] each.
struct RunRows {
  Buffer<PairPositions> at;
  Buffer<int> entries;      // of the tables by distance
  Buffer<float> weights;    // scores, then P
  Buffer<float> slopes;     // what a gradient of the score is multiplied by before the cap
  Buffer<float> gradients;  // dS: of the score, then of q·k + content
  Buffer<float> terms;

  Status allocate(int keys) {
    for (Buffer<float>* row : {&weights, &slopes, &gradients, &terms}) TRY(row->allocate(keys + simd::kTileWidth));
    TRY(at.allocate(keys));
    return entries.allocate(keys);
  }
};

// The phases of one query: read what its keys share; per run of visible keys locate, weigh, find_gradients, add_rows,
// add_vectors.
class RowsBackward {
 public:
  RowsBackward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
               PositionGradients* learned)
      : call_(call), stack_(stack), to_(to), learned_(learned) {}

  Status prepare() {
    tabled_bias_ = stack_.has(kBiases) && !stack_.has(kBiasesByPair);
    learns_bias_ = stack_.has(kBiases) && learned_ != nullptr && learned_->learns(kBiases);
    TRY(find_ranges(call_, stack_, ranges_));
    if (stack_.has(kByDistance) || tabled_bias_) TRY(tables_.prepare(stack_, call_, tabled_bias_));
    tabled_bias_ = tabled_bias_ && tables_.dense();
    if (stack_.has(kBiases) && !tabled_bias_) TRY(keep_biases());
    TRY(run_.allocate(call_.keys));
    TRY(content_.prepare(stack_, call_.keys, call_.head_dim));
    TRY(prepare_side(query_vectors_, Side::query, kQueryVectors, call_.head_dim));
    TRY(prepare_side(key_vectors_, Side::key, kKeyVectors, call_.head_dim));
    TRY(prepare_side(value_vectors_, Side::value, kValueVectors, call_.value_dim));
    return bias_sums_.allocate(tabled_bias_ && learns_bias_ ? tables_.range().entries() : 0);
  }

  void run(int head) {
    const int kv_head = call_.kv_head(head);
    if (tables_.dense()) tables_.fill(head);
    for (int batch = 0; batch < call_.batch; ++batch) {
      if (head == call_.first_head(kv_head)) {
        clear_rows(to_.d_key, batch, kv_head, call_.keys, call_.head_dim);
        clear_rows(to_.d_value, batch, kv_head, call_.keys, call_.value_dim);
      }
      for (int query = 0; query < call_.queries; ++query) run_query(batch, head, query);
    }
    if (learned_ != nullptr) deliver(head);
  }

 private:
  Status prepare_side(VectorSide& vectors, Side side, unsigned hook, int width) {
    return vectors.prepare(side, hook, width, call_.keys, stack_, tables_, learned_);
  }

  Status keep_biases() {
    return pair_biases_.prepare(call_, ranges_.span(), [this](int head, int query, int key) {
      const PairPositions at = stack_.pair_positions(call_.query_positions[query], call_.key_positions[key]);
      return static_cast<float>(stack_.bias(head, at));
    });
  }

  void run_query(int batch, int head, int query) {
    QueryRow row{batch, head, call_.kv_head(head), query};
    row.q = call_.query.row(batch, head, query);
    row.d_output = to_.d_output.row(batch, head, query);
    row.d_query = to_.d_query.row(batch, head, query);
    std::fill_n(row.d_query, call_.head_dim, 0.0F);
    const RowSums sums = call_.sums_from(batch, head, query);
    if (*sums.totals == 0) return;
    row.log_sum = static_cast<float>(*sums.tops * std::numbers::ln2 + math::log(static_cast<double>(*sums.totals)));
    row.row_dot = simd::dot(row.d_output, call_.output.row(batch, head, query), call_.value_dim);
    if (content_.used()) read_content(row);
    each_run(row, &RowsBackward::attend);
    if (content_.used()) carry_content(row);
  }

  bool sees(const QueryRow& row, int key) const {
    return !(call_.mask && call_.mask.at(row.batch, row.head, row.query, key) == kHidden) &&
           (!stack_.has(kMasksWithHoles) || stack_.visible(row.query + call_.band.offset, key));
  }

  // Hidden keys are never read: visible ones are taken in runs.
  void each_run(const QueryRow& row, void (RowsBackward::*visit)(const QueryRow& row, KeyRange keys)) {
    const KeyRange range = ranges_[row.query];
    for (int first = range.first; first < range.last; ++first) {
      int last = first;
      while (last < range.last && sees(row, last)) ++last;
      if (last > first) (this->*visit)(row, {first, last});
      first = last;
    }
  }

  void attend(const QueryRow& row, KeyRange keys) {
    locate(row, keys);
    weigh(row, keys);
    find_gradients(row, keys);
    add_rows(row, keys);
    if (learned_ != nullptr) add_vectors(row, keys);
  }

  simd::Rows rows_of(HeadRows<const float> rows, const QueryRow& row, KeyRange keys, int width) const {
    return {rows.row(row.batch, row.kv_head, keys.first), rows.row_stride, keys.count(), width};
  }

  void locate(const QueryRow& row, KeyRange keys) {
    const double query_position = call_.query_positions[row.query];
    for (int k = 0; k < keys.count(); ++k) {
      const double key_position = call_.key_positions[keys.first + k];
      run_.at[k] = stack_.pair_positions(query_position, key_position);
      run_.entries[k] = tables_.dense() ? tables_.range().entry(query_position, key_position) : 0;
    }
    for (VectorSide* side : {&query_vectors_, &key_vectors_, &value_vectors_}) {
      side->gather(row.head, run_.entries.span().first(keys.count()), run_.at.span().first(keys.count()));
    }
  }

  // run_.weights = P; run_.slopes.
  void weigh(const QueryRow& row, KeyRange keys) {
    const int count = keys.count();
    float* scores = run_.weights.data();
    simd::dot_rows(row.q, rows_of(call_.key, row, keys, call_.head_dim), call_.scale, scores);
    if (query_vectors_.used()) {
      simd::dot_rows(row.q, query_vectors_.rows(count), call_.scale, run_.terms.data());
      add_scaled(run_.terms.data(), 1, count, scores);
    }
    for (int k = 0; k < count && key_vectors_.used(); ++k) {
      const float* key = call_.key.row(row.batch, row.kv_head, keys.first + k);
      scores[k] += call_.scale * simd::dot(key, key_vectors_.row(k), call_.head_dim);
    }
    for (int k = 0; k < count && content_.used(); ++k) {
      scores[k] += call_.scale * content_.content(keys.first + k);
    }
    cap(scores, count);
    for (int k = 0; k < count; ++k) scores[k] += added_to(row, keys.first + k, k);
    const simd::Lanes top = simd::splat(row.log_sum);
    simd::transform(scores, scores, count, [&](simd::Lanes s) { return simd::exp(s - top); });
  }

  // With t = tanh(s / cap): the score becomes cap · t, its slope is 1 − t².
  void cap(float* scores, int count) {
    const simd::Lanes scale = simd::splat(call_.scale);
    if (call_.softcap == 0) {
      std::fill_n(run_.slopes.data(), count, call_.scale);
      return;
    }
    const simd::Lanes limit = simd::splat(call_.softcap);
    const simd::Lanes inverse = simd::splat(1 / call_.softcap);
    simd::transform(scores, run_.slopes.data(), count, [&](simd::Lanes s) {
      const simd::Lanes t = simd::tanh(s * inverse);
      return (simd::splat(1) - t * t) * scale;
    });
    simd::transform(scores, scores, count, [&](simd::Lanes s) { return simd::tanh(s * inverse) * limit; });
  }

  // The bias and the mask at a key, the k-th of its run.
  float added_to(const QueryRow& row, int key, int k) const {
    float added = call_.mask ? call_.mask.at(row.batch, row.head, row.query, key) : 0;
    if (tabled_bias_) {
      added += tables_.bias(run_.entries[k]);
    } else if (pair_biases_.kept()) {
      added += pair_biases_.at(row.head, row.query, key);
    } else if (stack_.has(kBiases)) {
      added += static_cast<float>(stack_.bias(row.head, run_.at[k]));
    }
    return added;
  }

  // run_.gradients = gradient of q·k + content; that of the bias on the way.
  void find_gradients(const QueryRow& row, KeyRange keys) {
    const int count = keys.count();
    float* d = run_.gradients.data();
    simd::dot_rows(row.d_output, rows_of(call_.value, row, keys, call_.value_dim), 1, d);
    if (value_vectors_.used()) {
      simd::dot_rows(row.d_output, value_vectors_.rows(count), 1, run_.terms.data());
      add_scaled(run_.terms.data(), 1, count, d);
    }
    const simd::Lanes row_dot = simd::splat(row.row_dot);
    simd::transform(run_.weights.data(), d, d, count, [&](simd::Lanes p, simd::Lanes x) { return p * (x - row_dot); });
    if (learns_bias_) add_biases(row.head, count);
    simd::transform(d, run_.slopes.data(), d, count, [](simd::Lanes x, simd::Lanes slope) { return x * slope; });
    for (int k = 0; k < count && content_.used(); ++k) content_.set_gradient(keys.first + k, d[k]);
  }

  void add_biases(int head, int count) {
    for (int k = 0; k < count; ++k) {
      if (tabled_bias_) {
        bias_sums_[run_.entries[k]] += run_.gradients[k];
      } else {
        learned_->bias(head, run_.at[k], run_.gradients[k]);
      }
    }
  }

  void add_rows(const QueryRow& row, KeyRange keys) {
    const float* d = run_.gradients.data();
    simd::sum_rows(d, rows_of(call_.key, row, keys, call_.head_dim), 1, row.d_query);
    if (query_vectors_.used()) simd::sum_rows(d, query_vectors_.rows(keys.count()), 1, row.d_query);
    for (int k = 0; k < keys.count(); ++k) {
      float* d_key = to_.d_key.row(row.batch, row.kv_head, keys.first + k);
      add_scaled(row.q, d[k], call_.head_dim, d_key);
      if (key_vectors_.used()) add_scaled(key_vectors_.row(k), d[k], call_.head_dim, d_key);
      add_scaled(row.d_output, run_.weights[k], call_.value_dim,
                 to_.d_value.row(row.batch, row.kv_head, keys.first + k));
    }
  }

  void add_vectors(const QueryRow& row, KeyRange keys) {
    for (int k = 0; k < keys.count(); ++k) {
      const float* key = call_.key.row(row.batch, row.kv_head, keys.first + k);
      const auto add = [&](VectorSide& side, float factor, const float* x) {
        if (side.learned()) side.add(run_.entries[k], row.head, run_.at[k], factor, x, *learned_);
      };
      add(query_vectors_, run_.gradients[k], row.q);
      add(key_vectors_, run_.gradients[k], key);
      add(value_vectors_, run_.weights[k], row.d_output);
    }
  }

  // The products are those of the forward pass, to the same bits: gates count them.
  void read_content(const QueryRow& row) {
    content_.begin(row.head, row.q);
    each_run(row, &RowsBackward::read_products);
    content_.add();
  }
  void read_products(const QueryRow& row, KeyRange keys) {
    for (int key = keys.first; key < keys.last; ++key) {
      content_.see(key, simd::dot(row.q, call_.key.row(row.batch, row.kv_head, key), call_.head_dim));
    }
  }

  // Content by row depends on q, and on the products q·k of all keys that the query sees.
  void carry_content(const QueryRow& row) {
    content_.backward(*learned_);
    const double* d_query = content_.d_query().data();
    for (int c = 0; c < call_.head_dim; ++c) row.d_query[c] += static_cast<float>(d_query[c]);
    each_run(row, &RowsBackward::carry_products);
  }
  void carry_products(const QueryRow& row, KeyRange keys) {
    for (int key = keys.first; key < keys.last; ++key) {
      const float d = content_.d_product(key);
      add_scaled(call_.key.row(row.batch, row.kv_head, key), d, call_.head_dim, row.d_query);
      add_scaled(row.q, d, call_.head_dim, to_.d_key.row(row.batch, row.kv_head, key));
    }
  }

  // The sums of one head by distance.
  void deliver(int head) {
    for (std::size_t e = 0; e < bias_sums_.size(); ++e) {
      learned_->bias(head, PairPositions(tables_.range().least() + static_cast<int>(e), 0), bias_sums_[e]);
      bias_sums_[e] = 0;
    }
    for (VectorSide* side : {&query_vectors_, &key_vectors_, &value_vectors_}) side->deliver(head, *learned_);
  }

  const AttentionCall& call_;
  const PositionStack& stack_;
  const AttentionGradients& to_;
  PositionGradients* learned_;
  bool tabled_bias_ = false;
  bool learns_bias_ = false;
  Buffer<KeyRange> ranges_;  // [queries]
  DistanceTables tables_;
  PairBiases pair_biases_;
  VectorSide query_vectors_;
  VectorSide key_vectors_;
  VectorSide value_vectors_;
  ContentRows content_;
  Buffer<double> bias_sums_;  // [entries]
  RunRows run_;
};

}  // namespace

Status attend_rows_backward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
                            PositionGradients* learned) {
  RowsBackward kernel(call, stack, to, learned);
  TRY(kernel.prepare());
  for (int head = 0; head < call.heads; ++head) kernel.run(head);
  return {};
}

}  // namespace whereformer::train
