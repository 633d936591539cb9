#include "attention/rows/row.hpp"

#include <limits>
#include <numbers>

#include "attention/by_distance/distance_tables.hpp"
#include "core/shape.hpp"
#include "simd/transform.hpp"

namespace whereformer {
namespace {

constexpr double kHidden = -std::numeric_limits<double>::infinity();

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double capped(double score, double cap) { return cap > 0 ? cap * math::tanh(score / cap) : score; }

class RowKernel {
 public:
  RowKernel(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps, const LedgerRows* rows)
      : call_(call), stack_(stack), maps_(maps), ledger_(call, stack, rows, maps.ledger) {}

  Status prepare() {
    const auto keys = static_cast<std::size_t>(call_.keys);
    const bool turns = stack_.has(kSetsDistance);
    const auto width = static_cast<std::size_t>(turns ? stack_.rotated_width(call_.head_dim) : call_.head_dim);
    if (stack_.has(kByDistance) && !turns) TRY(tables_.prepare(stack_, call_, false));
    TRY(pairs_.allocate(keys));
    for (Buffer<double>* row : {&scores_, &products_, &content_}) {
      TRY(row->allocate(keys));
    }
    for (Buffer<double>* row : {&query_, &key_, &vector_}) {
      TRY(row->allocate(width));
    }
    for (Buffer<double>* row : {&out_, &value_vector_}) {
      TRY(row->allocate(call_.value_dim));
    }
    return seen_.allocate(keys);
  }

  void begin(int head) {
    head_ = head;
    kv_head_ = call_.kv_head(head);
    if (tables_.dense()) tables_.fill(head);
  }

  void run(int batch, int query) {
    batch_ = batch;
    index_ = query;
    for (int k = 0; k < call_.keys; ++k) score_pair(k);
    if (stack_.has(kContentByRow)) add_content_rows();
    for (int k = 0; k < call_.keys; ++k) finish_score(k);
    copy_map(maps_.scores);
    softmax();
    copy_map(maps_.weights);
    write_output();
  }

 private:
  bool hides(int key) const {
    return !call_.band.visible(index_, key) ||
           (call_.mask && call_.mask.at(batch_, head_, index_, key) == static_cast<float>(kHidden)) ||
           (stack_.has(kMasks) && !stack_.visible(index_ + call_.band.offset, key));
  }

  void score_pair(int key) {
    PairScore& pair = pairs_[key] = {};
    seen_[key] = hides(key) ? 0 : 1;
    if (seen_[key] == 0 && !maps_.wants_hidden()) return;
    const double query_position = call_.query_positions[index_];
    const double key_position = call_.key_positions[key];
    const float* q = call_.query.row(batch_, head_, index_);
    const float* k = call_.key.row(batch_, kv_head_, key);
    pair.at = stack_.pair_positions(query_position, key_position);
    const bool turned = stack_.has(kSetsDistance);
    bool by_vectors = stack_.has(kQueryVectors | kKeyVectors);
    if (!turned) pair.product = simd::dot(q, k, call_.head_dim);
    if (by_vectors && tables_.dense()) {
      const int entry = tables_.range().entry(query_position, key_position);
      pair.query_term = tables_.query_term(entry, q);
      pair.key_term = tables_.key_term(entry, k);
      by_vectors = false;
    }
    if (!turned && !by_vectors && !stack_.has(kContentByPair)) return;
    fill(query_, q, pair.at.query, head_, Side::query, query_position);
    fill(key_, k, pair.at.key, call_.first_head(kv_head_), Side::key, key_position);
    if (turned) pair.product = dot(query_.span(), key_.span());
    if (by_vectors) ask_vectors(pair);
    for (const auto& part : stack_.parts()) pair.pair_term += part->content(query_.span(), key_.span(), head_, pair.at);
  }

  // A row in double; after rotation of its own pair when the stack overrides distances.
  void fill(Buffer<double>& to, const float* row, double position, int head, Side side, double own) {
    clear(to);
    std::copy_n(row, call_.head_dim, to.data());
    if (stack_.has(kSetsDistance)) stack_.rotate(to.span(), call_.head_dim, position, head, side, own);
  }

  void ask_vectors(PairScore& pair) {
    const double distance = pair.at.distance();
    for (const auto& part : stack_.parts()) {
      clear(vector_);
      part->distance_vector(Side::query, head_, distance, vector_.span());
      pair.query_term += dot(query_.span(), vector_.span());
      clear(vector_);
      part->distance_vector(Side::key, head_, distance, vector_.span());
      pair.key_term += dot(key_.span(), vector_.span());
    }
  }

  static void clear(Buffer<double>& row) { std::fill_n(row.data(), row.size(), 0.0); }

  void add_content_rows() {
    const double position = call_.query_positions[index_];
    fill(query_, call_.query.row(batch_, head_, index_), position, head_, Side::query, position);
    for (std::size_t k = 0; k < pairs_.size(); ++k) products_[k] = pairs_[k].product;
    clear(content_);
    for (const auto& part : stack_.parts()) {
      part->content_row(query_.span(), products_.span(), seen_.span(), head_, content_.span());
    }
    for (std::size_t k = 0; k < pairs_.size(); ++k) pairs_[k].pair_term += content_[k];
  }

  void finish_score(int key) {
    PairScore& pair = pairs_[key];
    double& score = scores_[key];
    const double raw = (pair.product + pair.query_term + pair.key_term + pair.pair_term) * call_.scale;
    score = capped(raw, call_.softcap);
    if (maps_.raw != nullptr) maps_.raw[map_row() + key] = static_cast<float>(raw);
    if (maps_.capped != nullptr) maps_.capped[map_row() + key] = static_cast<float>(score);
    if (seen_[key] == 0) {
      score = kHidden;
      if (ledger_.wanted()) ledger_.hide(map_row() + key);
      return;
    }
    pair.capped = score - raw;
    if (call_.mask) pair.mask = call_.mask.at(batch_, head_, index_, key);
    const double biased = score + (stack_.bias(head_, pair.at) + pair.mask);
    score = capped(biased, call_.biased_cap);
    pair.capped += score - biased;
    if (ledger_.wanted()) ledger_.enter(map_row() + key, batch_, head_, index_, key, pair);
  }

  std::ptrdiff_t map_row() const {
    return ((static_cast<std::ptrdiff_t>(batch_) * call_.heads + head_) * call_.queries + index_) * call_.keys;
  }
  void copy_map(float* map) const {
    if (map == nullptr) return;
    for (std::size_t k = 0; k < scores_.size(); ++k)
      map[map_row() + static_cast<std::ptrdiff_t>(k)] = static_cast<float>(scores_[k]);
  }

  // Scores become weights; a row of −∞ becomes zeros.
  void softmax() {
    const double sink = call_.sinks == nullptr ? kHidden : call_.sinks[head_];
    double top = sink;
    for (const double s : scores_.span()) top = s > top || s != s ? s : top;
    double sum = sink == kHidden ? 0.0 : math::exp(sink - top);
    for (double& s : scores_.span()) sum += (s = s == kHidden ? 0.0 : math::exp(s - top));
    for (double& s : scores_.span()) s = sum == 0 ? 0.0 : s / sum;
    if (!call_.sums) return;
    call_.sums_from(batch_, head_, index_).set(static_cast<float>(top * std::numbers::log2e), static_cast<float>(sum));
  }

  void write_output() {
    clear(out_);
    for (int k = 0; k < call_.keys; ++k) {
      if (seen_[k] == 0) continue;
      const double p = scores_[k];
      const float* v = call_.value.row(batch_, kv_head_, k);
      for (std::size_t c = 0; c < out_.size(); ++c) out_[c] += p * v[c];
      if (stack_.has(kValueVectors)) add_value(p, pairs_[k].at);
    }
    float* to = call_.output.row(batch_, head_, index_);
    for (std::size_t c = 0; c < out_.size(); ++c) to[c] = static_cast<float>(out_[c]);
  }

  void add_value(double p, PairPositions at) {
    const std::span<double> out = out_.span();
    if (tables_.dense()) {
      if (tables_.has_values()) tables_.add_value(tables_.range().entry(at.query, at.key), p, out);
      return;
    }
    for (const auto& part : stack_.parts()) {
      if ((part->hooks() & kValueVectors) == 0) continue;
      clear(value_vector_);
      part->distance_vector(Side::value, head_, at.distance(), value_vector_.span());
      for (std::size_t c = 0; c < out.size(); ++c) out[c] += p * value_vector_[c];
    }
  }

  const AttentionCall& call_;
  const PositionStack& stack_;
  const AttentionMaps& maps_;
  Ledger ledger_;
  DistanceTables tables_;
  Buffer<PairScore> pairs_;
  Buffer<double> scores_;  // [keys]; weights after softmax
  Buffer<double> products_;
  Buffer<double> content_;
  Buffer<double> query_;  // [head_dim]
  Buffer<double> key_;
  Buffer<double> vector_;
  Buffer<double> value_vector_;  // [value_dim]
  Buffer<double> out_;
  Buffer<char> seen_;
  int batch_ = 0;
  int head_ = 0;
  int kv_head_ = 0;
  int index_ = 0;
};

}  // namespace

Status attend_rows(const AttentionCall& call, const PositionStack& stack, const AttentionMaps& maps,
                   const LedgerRows* rows) {
  RowKernel kernel(call, stack, maps, rows);
  TRY(kernel.prepare());
  for (int head = 0; head < call.heads; ++head) {
    kernel.begin(head);
    for (int batch = 0; batch < call.batch; ++batch) {
      for (int query = 0; query < call.queries; ++query) kernel.run(batch, query);
    }
  }
  return {};
}

}  // namespace whereformer
