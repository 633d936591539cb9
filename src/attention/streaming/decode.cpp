#include "attention/streaming/decode.hpp"

#include <cstring>
#include <limits>

#include "attention/streaming/bias_plan.hpp"
#include "attention/streaming/tile_maps.hpp"
#include "core/buffer.hpp"
#include "core/parallel.hpp"
#include "core/shape.hpp"
#include "simd/exp.hpp"
#include "simd/row_products.hpp"
#include "simd/transform.hpp"

namespace whereformer {
namespace {

constexpr float kHidden = -std::numeric_limits<float>::infinity();

class SingleQuery {
 public:
  // `factors`: TileMaps::scratch of width 1.
  SingleQuery(const AttentionCall& call, const OnlinePlan& plan, float* factors)
      : call_(call), plan_(plan), maps_(call, plan.maps, block_, factors, 1) {}

  // Are all values that were written finite?
  bool run(int batch, int head, int query) {
    block_ = {batch, head, query, 1, nullptr, nullptr};
    output_ = call_.output.row(batch, head, query);
    top_ = kHidden;
    total_ = 0;
    if (call_.sinks != nullptr) {
      scores_[0] = call_.sinks[head] * simd::kLog2E;  // as a key before all others, of value 0
      weigh(1);
    }
    std::memset(output_, 0, call_.value_dim * sizeof(float));
    const KeyRange range = plan_.ranges[query];
    maps_.start(range);
    for (int k = range.first; k < range.last; k += kKeyBlock) attend_to({k, std::min(k + kKeyBlock, range.last)});
    simd::sum_rows(nullptr, {output_, 0, 0, call_.value_dim}, total_ == 0 ? 0 : 1 / total_, output_);
    if (call_.sums) call_.sums_from(batch, head, query).set(top_, total_);
    return maps_.finish(&total_) && simd::all_finite(output_, call_.value_dim);
  }

 private:
  simd::Rows rows_of(HeadRows<const float> rows, KeyRange keys, int width) const {
    return {rows.row(block_.batch, call_.kv_head(block_.head), keys.first), rows.row_stride, keys.count(), width};
  }

  void attend_to(KeyRange keys) {
    const int count = keys.count();
    simd::dot_rows(call_.query.row(block_.batch, block_.head, block_.first_query),
                   rows_of(call_.key, keys, call_.head_dim), score_factor(call_), scores_);
    if (call_.softcap > 0) cap_scores(call_, scores_, count);
    add_bias(keys);
    maps_.write_scores(scores_, keys);
    const float factor = weigh(count);
    maps_.write_weights(scores_, keys, &factor);
    simd::sum_rows(scores_, rows_of(call_.value, keys, call_.value_dim), factor, output_);
  }

  void add_bias(KeyRange keys) {
    const simd::TileRowsAt rows = plan_.bias.rows(block_, keys);
    if (rows.data == nullptr) return;
    for (int k = 0; k < keys.count(); ++k) scores_[k] += rows.data[k * rows.row_stride];
  }

  // Scores become weights relative to the largest so far; returns what everything summed before must be multiplied by.
  float weigh(int count) {
    int padded = count;
    while (padded % simd::kTileWidth != 0) scores_[padded++] = kHidden;
    simd::Lanes top = simd::splat(top_);
    for (int k = 0; k < padded; k += simd::kLanes) top = simd::larger(top, simd::load(scores_ + k));
    const float before = top_;
    top_ = simd::largest(simd::rounded(top));
    const simd::Lanes base = simd::splat(top_ == kHidden ? 0 : top_);
    const int rows = padded / simd::kTileWidth;
    alignas(64) float factor[simd::kLanes];
    simd::store(factor, simd::splat(before));
    simd::exp2_rows(factor, 1, base);
    for (int half = 0; half < 2; ++half) simd::exp2_rows(scores_ + half * simd::kLanes, rows, base);
    float sum = 0;  // key after key, as a lane of the tile
    for (int k = 0; k < count; ++k) sum += scores_[k];
    total_ = total_ * factor[0] + sum;
    return factor[0];
  }

  const AttentionCall& call_;
  const OnlinePlan& plan_;
  ScoreBlock block_;
  TileMaps maps_;
  float* output_ = nullptr;
  float top_ = kHidden;
  float total_ = 0;
  alignas(64) float scores_[kKeyBlock];
};

}  // namespace

Streamed attend_one_by_one(const AttentionCall& call, const OnlinePlan& plan) {
  const int units = call.heads * call.batch * call.queries;
  constexpr double kRead = 4;  // multiply-adds, in the time that it takes to read a key
  const double one = kRead * call.keys * (call.head_dim + call.value_dim);
  const int threads = parallel::threads_for(one * units);
  const int scratch = TileMaps::scratch(call, plan.maps, 1);
  Buffer<float> factors;
  TRY(factors.allocate_unset(element_count(threads, scratch)));
  parallel::Flag not_finite;
  parallel::for_each(threads, units, [&](int unit, int thread) {
    if (not_finite.is_set()) return;
    const int row = unit / call.queries;
    SingleQuery query(call, plan, factors.data() + thread * scratch);
    if (!query.run(row % call.batch, row / call.batch, unit % call.queries)) not_finite.set();
  });
  return {{}, !not_finite.is_set()};
}

}  // namespace whereformer
