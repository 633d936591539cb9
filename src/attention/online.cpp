#include "attention/online.hpp"

#include <algorithm>
#include <limits>

#include "attention/bias_plan.hpp"
#include "core/buffer.hpp"
#include "core/shape.hpp"
#include "simd/activations.hpp"
#include "simd/tile.hpp"

namespace whereformer {
namespace {

// Running maximum and sum of kTileWidth rows, in base 2.
class OnlineSoftmax {
 public:
  struct Factors {
    simd::Lanes left;
    simd::Lanes right;
  };

  // Turns scores [keys][kTileWidth] into weights relative to the new maximum, in place; −∞ becomes exactly 0.
  // Returns what everything summed so far must be multiplied by.
  Factors absorb(float* scores, int keys) {
    return {absorb_half(scores, keys, 0), absorb_half(scores + simd::kLanes, keys, 1)};
  }

  // 1 / sum, 0 for a row that saw nothing.
  Factors inverse() const { return {inverse_half(0), inverse_half(1)}; }

 private:
  static simd::Lanes hidden() { return simd::splat(-std::numeric_limits<float>::infinity()); }

  simd::Lanes absorb_half(float* scores, int keys, int half) {
    simd::Lanes top = top_[half];
    for (int k = 0; k < keys; ++k) top = larger(top, simd::load(scores + k * simd::kTileWidth));
    // a row without a visible key so far has no maximum to subtract
    const simd::Lanes base = simd::select(top == hidden(), simd::splat(0), top);
    const simd::Lanes factor = simd::exp2(top_[half] - base);
    simd::Lanes total = total_[half] * factor;
    for (int k = 0; k < keys; ++k) {
      float* at = scores + k * simd::kTileWidth;
      const simd::Lanes s = simd::load(at);
      const simd::Lanes weight = simd::select(s == hidden(), simd::splat(0), simd::exp2(s - base));
      simd::store(at, weight);
      total = total + weight;
    }
    top_[half] = top;
    total_[half] = total;
    return factor;
  }

  static simd::Lanes larger(simd::Lanes a, simd::Lanes b) { return simd::select(a < b, b, a); }

  simd::Lanes inverse_half(int half) const {
    return simd::select(total_[half] == simd::splat(0), simd::splat(0), simd::splat(1) / total_[half]);
  }

  simd::Lanes top_[2] = {hidden(), hidden()};
  simd::Lanes total_[2] = {simd::splat(0), simd::splat(0)};
};

// Scratch of one block; allocate once per call.
struct OnlineScratch {
  Buffer<float> query;   // [head_dim][kTileWidth]
  Buffer<float> scores;  // [kKeyBlock][kTileWidth]
  Buffer<float> output;  // [value_dim][kTileWidth]

  Status allocate(const AttentionCall& call) {
    const auto rows = [](int count) { return element_count(count, simd::kTileWidth); };
    return then(query.allocate(rows(call.head_dim)), [&] {
      return then(scores.allocate(rows(kKeyBlock)), [&] { return output.allocate(rows(call.value_dim)); });
    });
  }
};

// One block of queries of one head.
class OnlineBlock {
 public:
  OnlineBlock(const AttentionCall& call, const OnlinePlan& plan, OnlineScratch& scratch, int batch, int head,
              int first_query)
      : call_(call), plan_(plan), scratch_(scratch) {
    block_ = {batch,
              head,
              first_query,
              std::min(simd::kTileWidth, call.queries - first_query),
              query_positions_,
              call.key_positions.data()};
  }

  void run() {
    const KeyRange seen = find_ranges();
    pack_query();
    std::fill_n(scratch_.output.data(), scratch_.output.size(), 0.0F);
    for (int k = seen.first; k < seen.last; k += kKeyBlock) {
      attend_to({k, std::min(k + kKeyBlock, seen.last)});
    }
    write_output();
  }

 private:
  // Per lane the keys it may see (as floats, to compare in lanes); returns their union.
  KeyRange find_ranges() {
    KeyRange all{call_.keys, 0};
    common_ = {0, call_.keys};
    for (int lane = 0; lane < simd::kTileWidth; ++lane) {
      const int query = block_.first_query + std::min(lane, block_.queries - 1);
      const KeyRange range = plan_.ranges[static_cast<std::size_t>(query)];
      query_positions_[lane] = call_.query_positions[static_cast<std::size_t>(query)];
      first_[lane] = static_cast<float>(range.first);
      last_[lane] = static_cast<float>(range.last);
      common_ = common_.intersect(range);
      if (!range.empty()) all = {std::min(all.first, range.first), std::max(all.last, range.last)};
    }
    return all;
  }

  float score_factor() const { return call_.softcap > 0 ? call_.scale / call_.softcap : call_.scale * simd::kLog2E; }

  void pack_query() {
    const float factor = score_factor();
    float* to = scratch_.query.data();
    for (int lane = 0; lane < simd::kTileWidth; ++lane) {
      const int query = block_.first_query + std::min(lane, block_.queries - 1);
      const float* from = call_.query.row(block_.batch, block_.head, query);
      for (int d = 0; d < call_.head_dim; ++d) to[d * simd::kTileWidth + lane] = from[d] * factor;
    }
  }

  void attend_to(KeyRange keys) {
    const int kv_head = call_.kv_head(block_.head);
    const int count = keys.last - keys.first;
    float* scores = scratch_.scores.data();
    const simd::Operand key_rows{call_.key.row(block_.batch, kv_head, keys.first), call_.key.row_stride, 1};
    simd::tile_product(key_rows, count, scratch_.query.data(), call_.head_dim, scores);
    DistanceTables* tables = plan_.tables;
    if (tables != nullptr && tables->has_content()) {
      tables->add_content(scores, scratch_.query.data(), key_rows, block_.first_query, keys, score_factor());
    }
    if (call_.softcap > 0) cap_scores(scores, count);
    plan_.bias.add(scores, block_, keys);
    if (keys.first < common_.first || keys.last > common_.last) hide(scores, keys);
    const OnlineSoftmax::Factors factors = softmax_.absorb(scores, count);
    // values as scalars: row = channel, step = key
    const simd::Operand value_columns{call_.value.row(block_.batch, kv_head, keys.first), 1, call_.value.row_stride};
    simd::tile_rescale_add(value_columns, call_.value_dim, scores, count, factors.left, factors.right,
                           scratch_.output.data());
    if (tables != nullptr && tables->has_values()) {
      tables->add_values(scores, block_.first_query, keys, scratch_.output.data());
    }
  }

  // The packed query already divided by the cap.
  void cap_scores(float* scores, int count) const {
    simd::transform(scores, scores, count * simd::kTileWidth,
                    [&](simd::Lanes s) { return simd::softcap(s, 1) * simd::splat(call_.softcap * simd::kLog2E); });
  }

  void hide(float* scores, KeyRange keys) const {
    const simd::Lanes hidden = simd::splat(-std::numeric_limits<float>::infinity());
    for (int k = keys.first; k < keys.last; ++k, scores += simd::kTileWidth) {
      const simd::Lanes key = simd::splat(static_cast<float>(k));
      for (int half = 0; half < simd::kTileWidth; half += simd::kLanes) {
        const simd::LaneMask seen = (key >= simd::load(first_ + half)) & (key < simd::load(last_ + half));
        simd::store(scores + half, simd::select(seen, simd::load(scores + half), hidden));
      }
    }
  }

  void write_output() {
    const OnlineSoftmax::Factors inverse = softmax_.inverse();
    alignas(64) float factor[simd::kTileWidth];
    simd::store(factor, inverse.left);
    simd::store(factor + simd::kLanes, inverse.right);
    const float* from = scratch_.output.data();
    for (int lane = 0; lane < block_.queries; ++lane) {
      float* to = call_.output.row(block_.batch, block_.head, block_.first_query + lane);
      for (int c = 0; c < call_.value_dim; ++c) to[c] = from[c * simd::kTileWidth + lane] * factor[lane];
    }
  }

  const AttentionCall& call_;
  const OnlinePlan& plan_;
  OnlineScratch& scratch_;
  ScoreBlock block_;
  OnlineSoftmax softmax_;
  KeyRange common_;  // keys that every query of the block sees: no mask needed inside
  alignas(64) float query_positions_[simd::kTileWidth];
  alignas(64) float first_[simd::kTileWidth];
  alignas(64) float last_[simd::kTileWidth];
};

}  // namespace

Status attend_online(const AttentionCall& call, const OnlinePlan& plan) {
  OnlineScratch scratch;
  if (const Status status = scratch.allocate(call); !status.ok()) return status;
  for (int head = 0; head < call.heads; ++head) {
    if (plan.tables != nullptr) plan.tables->fill(head);
    for (int batch = 0; batch < call.batch; ++batch) {
      for (int query = 0; query < call.queries; query += simd::kTileWidth) {
        OnlineBlock(call, plan, scratch, batch, head, query).run();
      }
    }
  }
  return {};
}

}  // namespace whereformer
