#include "attention/streaming/online.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "attention/streaming/bias_plan.hpp"
#include "attention/streaming/online_scratch.hpp"
#include "attention/streaming/online_softmax.hpp"
#include "attention/streaming/tile_ranges.hpp"
#include "core/parallel.hpp"
#include "simd/activations.hpp"
#include "simd/transform.hpp"
#include "simd/transpose.hpp"

namespace whereformer {
namespace {

// kTileWidth queries of one head.
class QueryTile {
 public:
  // Not inlined: four call sites.
  [[gnu::noinline]] QueryTile(const AttentionCall& call, const OnlinePlan& plan, OnlineScratch& scratch, int thread,
                              int index)
      : call_(call),
        plan_(plan),
        scores_(scratch.scores(thread)),
        query_(scratch.query(thread) + static_cast<std::ptrdiff_t>(2 * index) * call.head_dim * simd::kTileWidth),
        output_(scratch.output(thread) + static_cast<std::ptrdiff_t>(index) * call.value_dim * simd::kTileWidth),
        distances_(scratch.distances(thread)),
        maps_(call, plan.maps, block_, scratch.maps(thread, index), simd::kTileWidth) {}

  // Lanes past the last query keep old values: their results are not read.
  void start(int batch, int head, int first_query) {
    const int count = std::clamp(call_.queries - first_query, 0, simd::kTileWidth);
    block_ = {batch, head, first_query, count, query_positions_, call_.key_positions.data()};
    softmax_ = {};
    if (call_.sinks != nullptr) count_sink();
    carried_.entry = -1;
    ranges_.find(plan_.ranges, call_.keys, first_query, count);
    find_positions();
    summed_ = {};
    maps_.start(ranges_.all());
    if (keys().empty()) {
      std::fill_n(output_, call_.value_dim * simd::kTileWidth, 0.0F);
      return;
    }
    const simd::Lanes factor = simd::splat(score_factor(call_));
    simd::transpose(call_.query.row(batch, head, first_query), call_.query.row_stride, count, call_.head_dim, factor,
                    query_, simd::kTileWidth);
    if (plan_.far != nullptr) {
      const HeadRows<const float>& far = plan_.far->query;
      simd::transpose(far.row(batch, head, first_query), far.row_stride, count, call_.head_dim, factor, second_query(),
                      simd::kTileWidth);
    }
    met_ = query_;
    joined_ = nullptr;
  }

  KeyRange keys() const { return maps_.keys(); }

  void attend_to(KeyRange keys) {
    keys = keys.intersect(maps_.keys());
    if (keys.empty()) return;
    const int kv_head = call_.kv_head(block_.head);
    const int count = keys.count();
    join(plan_.tiles == nullptr ? KeyVector{} : plan_.tiles->key_vector(block_.first_query, keys));
    score(keys, {call_.key.row(block_.batch, kv_head, keys.first), call_.key.row_stride, 1});
    ranges_.hide(scores_, keys);
    maps_.write_scores(scores_, keys);
    alignas(64) float factors[simd::kTileWidth];
    softmax_.absorb(scores_, count, factors);
    maps_.write_weights(scores_, keys, factors);
    // values as scalars: row = channel, step = key
    simd::tile_product({.a = {call_.value.row(block_.batch, kv_head, keys.first), 1, call_.value.row_stride},
                        .rows = call_.value_dim,
                        .b = scores_,
                        .steps = count,
                        .c = output_,
                        .addend = summed_,
                        .factors = factors});
    summed_ = {output_, simd::kTileWidth};
    if (plan_.tiles != nullptr && plan_.tiles->has_values()) {
      plan_.tiles->add_values(scores_, block_.first_query, keys, output_, distances_);
    }
  }

  // Are all values that were written finite?
  bool write_output() const {
    for (int half = 0; half < simd::kTileWidth; half += simd::kLanes) write_half(half);
    alignas(64) float tops[simd::kTileWidth];
    alignas(64) float totals[simd::kTileWidth];
    softmax_.store(tops, totals);
    if (call_.sums) write_sums(tops, totals);
    bool finite = maps_.finish(totals);
    for (int lane = 0; lane < block_.queries; ++lane) {
      const float* row = call_.output.row(block_.batch, block_.head, block_.first_query + lane);
      finite = finite && simd::all_finite(row, call_.value_dim);
    }
    return finite;
  }

 private:
  void find_positions() {
    for (int lane = 0; lane < simd::kTileWidth && block_.queries > 0; ++lane) {
      const int query = block_.first_query + std::min(lane, block_.queries - 1);
      query_positions_[lane] = call_.query_positions[query];
    }
  }

  // As a key before all others, of value 0.
  void count_sink() {
    alignas(64) float factors[simd::kTileWidth];
    std::fill_n(scores_, simd::kTileWidth, call_.sinks[block_.head] * simd::kLog2E);
    softmax_.absorb(scores_, 1, factors);
  }

  // The queries of far pairs, or the queries with a key vector.
  float* second_query() const { return query_ + static_cast<std::ptrdiff_t>(call_.head_dim) * simd::kTileWidth; }

  // A key vector shared by all keys of a tile is added to the query.
  void join(KeyVector vector) {
    if (vector.data == joined_) return;
    joined_ = vector.data;
    met_ = query_;
    if (joined_ == nullptr) return;
    met_ = second_query();
    for (int i = 0; i < call_.head_dim * simd::kTileWidth; i += simd::kLanes) {
      const simd::Lanes joined = simd::splat(vector.data[i / simd::kTileWidth * vector.stride] * score_factor(call_));
      simd::store(met_ + i, simd::load(query_ + i) + joined);
    }
  }

  void score(KeyRange keys, simd::Operand key_rows) {
    const int count = keys.count();
    const bool bare = call_.softcap > 0 || plan_.maps.wants_hidden();  // scores before the bias are needed
    const simd::TileRowsAt bias = bare ? simd::TileRowsAt{} : plan_.bias.rows(block_, keys);
    simd::tile_product(
        {.a = key_rows, .rows = count, .b = met_, .steps = call_.head_dim, .c = scores_, .addend = bias});
    if (plan_.far != nullptr) score_far(keys);
    if (plan_.tiles != nullptr && plan_.tiles->has_content()) {
      plan_.tiles->add_content(scores_, query_, key_rows, block_.first_query, keys, score_factor(call_), carried_,
                               distances_);
    }
    if (call_.softcap > 0) {
      maps_.write(plan_.maps.raw, scores_, keys, call_.softcap);
      cap_scores(call_, scores_, count * simd::kTileWidth);
    } else {
      maps_.write(plan_.maps.raw, scores_, keys);
    }
    maps_.write(plan_.maps.capped, scores_, keys);
    if (bias.data == nullptr) plan_.bias.add(scores_, block_, keys);
  }

  // Far pairs get the products of their own rows.
  void score_far(KeyRange keys) {
    const float* key = block_.key_positions;
    const float last = *std::max_element(query_positions_, query_positions_ + simd::kTileWidth);
    if (last - *std::min_element(key + keys.first, key + keys.last) < plan_.far->from) return;
    const HeadRows<const float>& rows = plan_.far->key;
    simd::tile_product({.a = {rows.row(block_.batch, call_.kv_head(block_.head), keys.first), rows.row_stride, 1},
                        .rows = keys.count(),
                        .b = second_query(),
                        .steps = call_.head_dim,
                        .c = distances_});
    for (int i = 0; i < keys.count() * simd::kTileWidth; i += simd::kLanes) {
      const simd::Lanes query = simd::load(query_positions_ + i % simd::kTileWidth);
      const simd::Lanes distance = query - simd::splat(key[keys.first + i / simd::kTileWidth]);
      const simd::LaneMask far = distance >= simd::splat(plan_.far->from);
      simd::store(scores_ + i, simd::select(far, simd::load(distances_ + i), simd::load(scores_ + i)));
    }
  }

  void write_half(int half) const {
    const int count = std::clamp(block_.queries - half, 0, simd::kLanes);
    const simd::Lanes inverse = softmax_.inverse(half / simd::kLanes);
    float* to = call_.output.row(block_.batch, block_.head, block_.first_query + half);
    simd::transpose(output_ + half, simd::kTileWidth, call_.value_dim, count, inverse, to, call_.output.row_stride);
  }

  void write_sums(const float* tops, const float* totals) const {
    const RowSums to = call_.sums_from(block_.batch, block_.head, block_.first_query);
    for (int lane = 0; lane < block_.queries; ++lane) to.from(lane).set(tops[lane], totals[lane]);
  }

  const AttentionCall& call_;
  const OnlinePlan& plan_;
  float* scores_;         // [kKeyBlock][kTileWidth]
  float* query_;          // [head_dim][kTileWidth]
  float* met_ = nullptr;  // the same plus the key vector
  const float* joined_ = nullptr;
  float* output_;     // [value_dim][kTileWidth]
  float* distances_;  // DistanceTiles::kScratch
  TileMaps maps_;
  simd::TileRowsAt summed_;  // sum over earlier blocks
  ScoreBlock block_;
  OnlineSoftmax softmax_;
  CarriedProducts carried_;
  TileRanges ranges_;
  alignas(64) float query_positions_[simd::kTileWidth];
};

using QueryTiles = std::array<QueryTile, kQueryTiles>;

// kQueryTiles · kTileWidth queries of one head, from `first_query`.
bool run_block(QueryTiles& tiles, int batch, int head, int first_query) {
  KeyRange seen{std::numeric_limits<int>::max(), 0};
  for (QueryTile& tile : tiles) {
    tile.start(batch, head, first_query);
    first_query += simd::kTileWidth;
    if (!tile.keys().empty()) {
      seen = {std::min(seen.first, tile.keys().first), std::max(seen.last, tile.keys().last)};
    }
  }
  for (int k = seen.first; k < seen.last; k += kKeyBlock) {
    for (QueryTile& tile : tiles) tile.attend_to({k, k + kKeyBlock});
  }
  bool finite = true;
  for (const QueryTile& tile : tiles) finite = tile.write_output() && finite;
  return finite;
}

}  // namespace

float score_factor(const AttentionCall& call) {
  return call.softcap > 0 ? call.scale / call.softcap : call.scale * simd::kLog2E;
}

void cap_scores(const AttentionCall& call, float* scores, int count) {
  simd::transform(scores, scores, count,
                  [&](simd::Lanes s) { return simd::softcap(s, 1) * simd::splat(call.softcap * simd::kLog2E); });
}

Streamed attend_online(const AttentionCall& call, const OnlinePlan& plan) {
  constexpr int kBlock = kQueryTiles * simd::kTileWidth;
  const double block = static_cast<double>(kBlock) * call.keys * (call.head_dim + call.value_dim);
  const int blocks = (call.queries + kBlock - 1) / kBlock;
  // Tables of vectors are those of one head.
  const int heads = plan.tiles != nullptr ? 1 : call.heads;
  const int units = heads * call.batch * blocks;
  const int threads = parallel::threads_for(block * units);
  OnlineScratch scratch;
  TRY(scratch.allocate(call, plan, threads));
  static_assert(kQueryTiles == 4);
  parallel::Flag not_finite;
  for (int head = 0; head < call.heads; head += heads) {
    if (plan.tiles != nullptr) plan.tiles->fill(head);
    parallel::for_each(threads, units, [&](int unit, int thread) {
      if (not_finite.is_set()) return;
      QueryTiles tiles{QueryTile(call, plan, scratch, thread, 0), QueryTile(call, plan, scratch, thread, 1),
                       QueryTile(call, plan, scratch, thread, 2), QueryTile(call, plan, scratch, thread, 3)};
      const int row = unit / blocks;
      if (!run_block(tiles, row % call.batch, head + row / call.batch, unit % blocks * kBlock)) not_finite.set();
    });
  }
  return {{}, !not_finite.is_set()};
}

}  // namespace whereformer
