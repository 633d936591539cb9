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

// One side of doors 4 and 5 in one head: the vectors of a row's keys, and the sums of their gradients by distance.
class VectorSide {
 public:
  Status prepare(Side side, unsigned door, int width, int keys, const PositionStack& stack,
                 const DistanceTables& tables, const PositionGradients* learned) {
    side_ = side;
    width_ = width;
    tables_ = &tables;
    stack_ = &stack;
    used_ = stack.has(door);
    learned_ = used_ && learned != nullptr && learned->learns(door);
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

class RowsBackward {
 public:
  RowsBackward(const AttentionCall& call, const PositionStack& stack, const AttentionGradients& to,
               PositionGradients* learned)
      : call_(call), stack_(stack), to_(to), learned_(learned) {}

  Status prepare() {
    tabled_bias_ = stack_.has(kBiases) && !stack_.has(kBiasesByPair);
    learns_bias_ = stack_.has(kBiases) && learned_ != nullptr && learned_->learns(kBiases);
    TRY(find_ranges(call_, stack_, ranges_));
    if (stack_.has(kByDistance) || tabled_bias_) {
      TRY(tables_.prepare(stack_, call_, tabled_bias_));
    }
    tabled_bias_ = tabled_bias_ && tables_.dense();
    if (stack_.has(kBiases) && !tabled_bias_) TRY(keep_biases());
    const auto keys = static_cast<std::size_t>(call_.keys);
    for (Buffer<float>* row : {&weights_, &slopes_, &products_, &terms_}) {
      TRY(row->allocate(keys + simd::kTileWidth));
    }
    TRY(content_.prepare(stack_, call_.keys, call_.head_dim));
    TRY(at_.allocate(keys));
    TRY(entries_.allocate(keys));
    TRY(prepare_side(query_vectors_, Side::query, kQueryVectors, call_.head_dim));
    TRY(prepare_side(key_vectors_, Side::key, kKeyVectors, call_.head_dim));
    TRY(prepare_side(value_vectors_, Side::value, kValueVectors, call_.value_dim));
    const int biases = tabled_bias_ && learns_bias_ ? tables_.range().entries() : 0;
    return bias_sums_.allocate(biases);
  }

  void run(int head) {
    head_ = head;
    kv_head_ = call_.kv_head(head);
    if (tables_.dense()) tables_.fill(head);
    for (batch_ = 0; batch_ < call_.batch; ++batch_) {
      if (head == call_.first_head(kv_head_)) {
        clear_rows(to_.d_key, batch_, kv_head_, call_.keys, call_.head_dim);
        clear_rows(to_.d_value, batch_, kv_head_, call_.keys, call_.value_dim);
      }
      for (int query = 0; query < call_.queries; ++query) run_query(query);
    }
    if (learned_ != nullptr) deliver();
  }

 private:
  Status prepare_side(VectorSide& vectors, Side side, unsigned door, int width) {
    return vectors.prepare(side, door, width, call_.keys, stack_, tables_, learned_);
  }

  Status keep_biases() {
    return pair_biases_.prepare(call_, ranges_.span(), [this](int head, int query, int key) {
      const float query_position = call_.query_positions[query];
      const float key_position = call_.key_positions[key];
      return static_cast<float>(stack_.bias(head, stack_.pair_positions(query_position, key_position)));
    });
  }

  bool sees(int key) const {
    return !(call_.mask && call_.mask.at(batch_, head_, query_, key) == kHidden) &&
           (!stack_.has(kMasksWithHoles) || stack_.visible(query_ + call_.band.offset, key));
  }

  // Hidden keys are never read: visible ones are taken in runs, keys_.
  void each_run(void (RowsBackward::*visit)()) {
    const KeyRange range = ranges_[query_];
    for (int first = range.first; first < range.last; ++first) {
      int last = first;
      while (last < range.last && sees(last)) ++last;
      keys_ = {first, last};
      count_ = last - first;
      if (count_ > 0) (this->*visit)();
      first = last;
    }
  }

  void run_query(int query) {
    query_ = query;
    d_query_ = to_.d_query.row(batch_, head_, query);
    d_output_ = to_.d_output.row(batch_, head_, query);
    std::fill_n(d_query_, call_.head_dim, 0.0F);
    const RowSums sums = call_.sums_from(batch_, head_, query);
    if (*sums.totals == 0) return;
    log_sum_ = static_cast<float>(*sums.tops * std::numbers::ln2 + math::log(static_cast<double>(*sums.totals)));
    row_dot_ = simd::dot(d_output_, call_.output.row(batch_, head_, query), call_.value_dim);
    if (content_.used()) read_content();
    each_run(&RowsBackward::attend);
    if (content_.used()) carry_content();
  }

  void attend() {
    locate();
    weigh();
    find_slopes();
    add_rows();
    if (learned_ != nullptr) add_vectors();
  }

  simd::Rows rows_of(HeadRows<const float> rows, int width) const {
    return {rows.row(batch_, kv_head_, keys_.first), rows.row_stride, count_, width};
  }

  void locate() {
    const double query_position = call_.query_positions[query_];
    for (std::size_t k = 0; k < size(); ++k) {
      const double key_position = call_.key_positions[static_cast<std::size_t>(keys_.first) + k];
      at_[k] = stack_.pair_positions(query_position, key_position);
      entries_[k] = tables_.dense() ? tables_.range().entry(query_position, key_position) : 0;
    }
    for (VectorSide* side : {&query_vectors_, &key_vectors_, &value_vectors_}) {
      side->gather(head_, entries_.span().first(size()), at_.span().first(size()));
    }
  }

  // weights_ = P; slopes_ = what a gradient of the score is multiplied by before the cap.
  void weigh() {
    float* scores = weights_.data();
    const float* q = call_.query.row(batch_, head_, query_);
    simd::dot_rows(q, rows_of(call_.key, call_.head_dim), call_.scale, scores);
    if (query_vectors_.used()) {
      simd::dot_rows(q, query_vectors_.rows(count_), call_.scale, terms_.data());
      add_scaled(terms_.data(), 1, count_, scores);
    }
    for (int k = 0; k < count_ && key_vectors_.used(); ++k) {
      const float* key = call_.key.row(batch_, kv_head_, keys_.first + k);
      scores[k] += call_.scale * simd::dot(key, key_vectors_.row(k), call_.head_dim);
    }
    for (int k = 0; k < count_ && content_.used(); ++k) {
      scores[k] += call_.scale * content_.content(keys_.first + k);
    }
    cap(scores);
    for (int k = 0; k < count_; ++k) scores[k] += added_to(k);
    const simd::Lanes top = simd::splat(log_sum_);
    simd::transform(scores, scores, count_, [&](simd::Lanes s) { return simd::exp(s - top); });
  }

  // With t = tanh(s / cap): the score becomes cap · t, its slope is 1 − t².
  void cap(float* scores) {
    const simd::Lanes scale = simd::splat(call_.scale);
    if (call_.softcap == 0) {
      std::fill_n(slopes_.data(), count_, call_.scale);
      return;
    }
    const simd::Lanes limit = simd::splat(call_.softcap);
    const simd::Lanes inverse = simd::splat(1 / call_.softcap);
    simd::transform(scores, slopes_.data(), count_, [&](simd::Lanes s) {
      const simd::Lanes t = simd::tanh(s * inverse);
      return (simd::splat(1) - t * t) * scale;
    });
    simd::transform(scores, scores, count_, [&](simd::Lanes s) { return simd::tanh(s * inverse) * limit; });
  }

  // Door 3 and the mask.
  float added_to(int k) const {
    const auto i = static_cast<std::size_t>(k);
    float added = call_.mask ? call_.mask.at(batch_, head_, query_, keys_.first + k) : 0;
    if (tabled_bias_) {
      added += tables_.bias(entries_[i]);
    } else if (pair_biases_.kept()) {
      added += pair_biases_.at(head_, query_, keys_.first + k);
    } else if (stack_.has(kBiases)) {
      added += static_cast<float>(stack_.bias(head_, at_[i]));
    }
    return added;
  }

  // products_ = gradient of q·k + content; that of the bias on the way.
  void find_slopes() {
    float* d = products_.data();
    simd::dot_rows(d_output_, rows_of(call_.value, call_.value_dim), 1, d);
    if (value_vectors_.used()) {
      simd::dot_rows(d_output_, value_vectors_.rows(count_), 1, terms_.data());
      add_scaled(terms_.data(), 1, count_, d);
    }
    const simd::Lanes row_dot = simd::splat(row_dot_);
    simd::transform(weights_.data(), d, d, count_, [&](simd::Lanes p, simd::Lanes x) { return p * (x - row_dot); });
    if (learns_bias_) add_biases();
    simd::transform(d, slopes_.data(), d, count_, [](simd::Lanes x, simd::Lanes slope) { return x * slope; });
    for (int k = 0; k < count_ && content_.used(); ++k) content_.set_gradient(keys_.first + k, d[k]);
  }

  // The products are those of the forward pass, to the same bits: gates count them.
  void read_content() {
    content_.begin(head_, call_.query.row(batch_, head_, query_));
    each_run(&RowsBackward::read_products);
    content_.add();
  }
  void read_products() {
    const float* q = call_.query.row(batch_, head_, query_);
    for (int key = keys_.first; key < keys_.last; ++key) {
      content_.see(key, simd::dot(q, call_.key.row(batch_, kv_head_, key), call_.head_dim));
    }
  }

  // Content by row depends on q, and on the products q·k of all keys that the query sees.
  void carry_content() {
    content_.backward(*learned_);
    const double* d_query = content_.d_query().data();
    for (int c = 0; c < call_.head_dim; ++c) d_query_[c] += static_cast<float>(d_query[c]);
    each_run(&RowsBackward::carry_products);
  }
  void carry_products() {
    const float* q = call_.query.row(batch_, head_, query_);
    for (int key = keys_.first; key < keys_.last; ++key) {
      const float d = content_.d_product(key);
      add_scaled(call_.key.row(batch_, kv_head_, key), d, call_.head_dim, d_query_);
      add_scaled(q, d, call_.head_dim, to_.d_key.row(batch_, kv_head_, key));
    }
  }

  void add_biases() {
    for (std::size_t k = 0; k < size(); ++k) {
      if (tabled_bias_) {
        bias_sums_[entries_[k]] += products_[k];
      } else {
        learned_->bias(head_, at_[k], products_[k]);
      }
    }
  }

  void add_rows() {
    const float* q = call_.query.row(batch_, head_, query_);
    simd::sum_rows(products_.data(), rows_of(call_.key, call_.head_dim), 1, d_query_);
    if (query_vectors_.used()) simd::sum_rows(products_.data(), query_vectors_.rows(count_), 1, d_query_);
    for (int k = 0; k < count_; ++k) {
      const float d = products_[k];
      float* d_key = to_.d_key.row(batch_, kv_head_, keys_.first + k);
      add_scaled(q, d, call_.head_dim, d_key);
      if (key_vectors_.used()) add_scaled(key_vectors_.row(k), d, call_.head_dim, d_key);
      add_scaled(d_output_, weights_[k], call_.value_dim, to_.d_value.row(batch_, kv_head_, keys_.first + k));
    }
  }

  void add_vectors() {
    const float* q = call_.query.row(batch_, head_, query_);
    for (int k = 0; k < count_; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const float* key = call_.key.row(batch_, kv_head_, keys_.first + k);
      const auto add = [&](VectorSide& side, float factor, const float* x) {
        if (side.learned()) side.add(entries_[i], head_, at_[i], factor, x, *learned_);
      };
      add(query_vectors_, products_[i], q);
      add(key_vectors_, products_[i], key);
      add(value_vectors_, weights_[i], d_output_);
    }
  }

  void deliver() {
    for (std::size_t e = 0; e < bias_sums_.size(); ++e) {
      learned_->bias(head_, PairPositions(tables_.range().least() + static_cast<int>(e), 0), bias_sums_[e]);
      bias_sums_[e] = 0;
    }
    for (VectorSide* side : {&query_vectors_, &key_vectors_, &value_vectors_}) side->deliver(head_, *learned_);
  }

  std::size_t size() const { return static_cast<std::size_t>(count_); }

  const AttentionCall& call_;
  const PositionStack& stack_;
  const AttentionGradients& to_;
  PositionGradients* learned_;
  Buffer<KeyRange> ranges_;
  DistanceTables tables_;
  PairBiases pair_biases_;
  VectorSide query_vectors_;
  VectorSide key_vectors_;
  VectorSide value_vectors_;
  ContentRows content_;
  bool tabled_bias_ = false;
  bool learns_bias_ = false;
  Buffer<double> bias_sums_;  // [entries]
  Buffer<PairPositions> at_;  // [keys], of one run
  Buffer<int> entries_;
  Buffer<float> weights_;
  Buffer<float> slopes_;
  Buffer<float> products_;
  Buffer<float> terms_;
  int batch_ = 0;
  int head_ = 0;
  int kv_head_ = 0;
  int query_ = 0;
  int count_ = 0;
  KeyRange keys_;
  float log_sum_ = 0;
  float row_dot_ = 0;
  float* d_query_ = nullptr;
  const float* d_output_ = nullptr;
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
