#include "train/attention_tiles_backward.hpp"

#include <memory>

#include "attention/streaming/online.hpp"
#include "attention/streaming/tile_ranges.hpp"
#include "core/growing_array.hpp"
#include "core/make.hpp"
#include "core/parallel.hpp"
#include "simd/activations.hpp"
#include "simd/log.hpp"
#include "simd/transpose.hpp"
#include "train/gradient_rows.hpp"

namespace whereformer::train {
namespace {

constexpr int W = simd::kTileWidth;
constexpr float kHidden = -std::numeric_limits<float>::infinity();

constexpr int kQueryBlock = 128;
constexpr int kTiles = kQueryBlock / W;
// Rows of a block are followed by zeros, which diagonals reach past their ends.
constexpr int kPitch = kQueryBlock + W;
// Keys of a block that not every query sees are taken in such groups.
constexpr int kKeyGroup = 2 * simd::kTileRows;

// to[e] += Σ_j block[j][e + j] for e from −(keys − 1) to queries − 1; to[0] belongs to e = 1 − keys.
void add_diagonals(const float* block, int keys, int queries, double* to) {
  for (int e = 1 - keys; e < queries; e += W, to += W) {
    const int first = std::max(0, 1 - e - W);
    const int last = std::min(keys, queries - e);
    simd::Lanes left = simd::splat(0);
    simd::Lanes right = simd::splat(0);
    for (int j = first; j < last; ++j) {
      const float* at = block + j * kPitch + e + j;
      left = left + simd::load(at);
      right = right + simd::load(at + simd::kLanes);
    }
    alignas(64) float sums[W];
    simd::store(sums, left);
    simd::store(sums + simd::kLanes, right);
    for (int lane = 0; lane < W; ++lane) to[lane] += sums[lane];
  }
}

// visit(values, count) for the values of all heads; those of heads that lie side by side at once
template <class Visit>
void each_run(HeadRows<float> rows, int batch, int heads, int tokens, int width, Visit visit) {
  const bool beside = rows.head_stride == width;
  for (int b = 0; b < batch; ++b) {
    for (int h = 0; h < (beside ? 1 : heads); ++h) {
      for (int t = 0; t < tokens; ++t) visit(rows.row(b, h, t), beside ? heads * width : width);
    }
  }
}

void clear(HeadRows<float> rows, int batch, int heads, int tokens, int width) {
  each_run(rows, batch, heads, tokens, width, [](float* values, int count) { std::fill_n(values, count, 0.0F); });
}

bool finite(HeadRows<float> rows, int batch, int heads, int tokens, int width) {
  bool all = true;
  each_run(rows, batch, heads, tokens, width,
           [&](const float* values, int count) { all = all && simd::all_finite(values, count); });
  return all;
}

class TilesBackward {
 public:
  TilesBackward(const AttentionCall& call, const TilesPlan& plan, const AttentionGradients& to)
      : call_(call), plan_(plan), to_(to) {}

  Status prepare() {
    const int inner = call_.head_dim;
    const int outer = call_.value_dim;
    TRY(d_query_.prepare(kQueryBlock, inner));
    TRY(d_key_.prepare(call_.keys, inner));
    TRY(d_value_.prepare(call_.keys, outer));
    const auto make = [&](Buffer<float>& buffer, int a, int b, int c) { TRY(buffer.allocate(element_count(a, b, c))); };
    make(query_columns_, kTiles, inner, W);
    make(d_output_columns_, kTiles, outer, W);
    make(query_panels_, panels_of(inner), kQueryBlock, W);
    make(d_output_panels_, panels_of(outer), kQueryBlock, W);
    make(key_panels_, panels_of(inner), call_.keys, W);
    make(weights_, 1, kKeyBlock, kPitch);
    make(slopes_, 1, kKeyBlock + 1, kPitch);
    make(bends_, call_.softcap > 0 ? 1 : 0, kKeyBlock, kPitch);
    return {};
  }

  void run(int head, int batch) {
    head_ = head;
    batch_ = batch;
    const int kv_head = call_.kv_head(head);
    key_ = {call_.key.row(batch, kv_head, 0), call_.key.row_stride, 1};
    value_ = {call_.value.row(batch, kv_head, 0), call_.value.row_stride, 1};
    pack_panels(key_.data, key_.row_stride, call_.keys, call_.head_dim, call_.scale, key_panels_.data(), call_.keys);
    d_key_.open(to_.d_key.row(batch, kv_head, 0), to_.d_key.row_stride, call_.keys);
    d_value_.open(to_.d_value.row(batch, kv_head, 0), to_.d_value.row_stride, call_.keys);
    for (int query = 0; query < call_.queries; query += kQueryBlock) run_queries(query);
    d_key_.close();
    d_value_.close();
  }

 private:
  // One block of queries against all keys that they see.
  void run_queries(int first) {
    first_query_ = first;
    queries_ = std::min(kQueryBlock, call_.queries - first);
    KeyRange seen{call_.keys, 0};
    for (int t = 0; t < tiles(); ++t) {
      load_tile(t);
      const KeyRange keys = ranges_[t].all();
      if (!keys.empty()) seen = {std::min(seen.first, keys.first), std::max(seen.last, keys.last)};
    }
    if (seen.empty()) return;
    const float* q = call_.query.row(batch_, head_, first);
    const float* d_output = to_.d_output.row(batch_, head_, first);
    pack_panels(q, call_.query.row_stride, queries_, call_.head_dim, call_.scale, query_panels_.data(), kQueryBlock);
    pack_panels(d_output, to_.d_output.row_stride, queries_, call_.value_dim, 1, d_output_panels_.data(), kQueryBlock);
    clear_columns(slopes(), tiles() * W, 0, std::min(kKeyBlock, call_.keys));
    d_query_.open(to_.d_query.row(batch_, head_, first), to_.d_query.row_stride, queries_);
    for (int k = seen.first; k < seen.last; k += kKeyBlock) run_block({k, std::min(k + kKeyBlock, seen.last)});
    d_query_.close();
  }

  int tiles() const { return (queries_ + W - 1) / W; }
  int lanes(int tile) const { return std::min(W, queries_ - tile * W); }
  float* slopes() { return slopes_.data() + W; }

  // Columns of the queries and of their gradients; where the sums of the tile start.
  void load_tile(int tile) {
    const int first = first_query_ + tile * W;
    const int count = lanes(tile);
    ranges_[tile].find(plan_.ranges, call_.keys, first, count);
    float* columns = query_columns_.data() + tile * call_.head_dim * W;
    float* d_columns = d_output_columns_.data() + tile * call_.value_dim * W;
    if (count < W) {
      std::fill_n(columns, call_.head_dim * W, 0.0F);
      std::fill_n(d_columns, call_.value_dim * W, 0.0F);
    }
    simd::transpose(call_.query.row(batch_, head_, first), call_.query.row_stride, count, call_.head_dim,
                    simd::splat(score_factor(call_)), columns, W);
    simd::transpose(to_.d_output.row(batch_, head_, first), to_.d_output.row_stride, count, call_.value_dim,
                    simd::splat(1), d_columns, W);
    load_starts(tile * W, first, count);
  }

  // Lanes without a visible key, and lanes past the last query, start at −∞: their weights are 0.
  void load_starts(int at, int first, int count) {
    alignas(64) float tops[W] = {};
    alignas(64) float totals[W] = {};
    const RowSums sums = call_.sums_from(batch_, head_, first);
    std::copy_n(sums.tops, count, tops);
    std::copy_n(sums.totals, count, totals);
    for (int half = 0; half < W; half += simd::kLanes) {
      const simd::Lanes total = simd::load(totals + half);
      const simd::Lanes start = simd::splat(0) - simd::log2_scaled(simd::load(tops + half), total);
      simd::store(starts_ + at + half, simd::select(total == simd::splat(0), simd::splat(kHidden), start));
    }
    for (int lane = 0; lane < W; ++lane) {
      const int query = first + std::min(lane, count - 1);
      const float* output = call_.output.row(batch_, head_, query);
      d_starts_[at + lane] =
          totals[lane] == 0 ? 0 : -simd::dot(to_.d_output.row(batch_, head_, query), output, call_.value_dim);
      positions_[at + lane] = call_.query_positions[query];
    }
  }

  void run_block(KeyRange keys) {
    keys_ = keys;
    const int count = keys.last - keys.first;
    bool full = true;
    for (int t = 0; t < tiles(); ++t) {
      const KeyRange seen = seen_[t] = keys.intersect(ranges_[t].all());
      if (seen.empty()) seen_[t] = {keys.first, keys.first};
      full = full && seen.first == keys.first && seen.last == keys.last;
      fill_tile(t, seen_[t]);
    }
    if (!plan_.bias_sums.empty()) {
      double* sums = plan_.bias_sums.data() + head_ * static_cast<std::ptrdiff_t>(call_.queries + call_.keys - 1);
      add_diagonals(slopes(), count, queries_, sums + first_query_ - keys.first - (count - 1) + call_.keys - 1);
    }
    for (int k = 0; k < count && !bends_.empty(); ++k) {
      float* row = slopes() + k * kPitch;
      simd::transform(row, bends_.data() + k * kPitch, row, tiles() * W, [](auto d, auto bend) { return d * bend; });
    }
    if (full) {
      add_keys(0, count, 0, queries_);
      add_queries(0, queries_, keys);
    } else {
      add_partly();
    }
  }

  // P and dS of one tile, 0 outside of `seen`.
  void fill_tile(int tile, KeyRange seen) {
    for (float* block : {weights_.data(), slopes()}) {
      clear_columns(block, tile * W, 0, seen.first - keys_.first);
      clear_columns(block, tile * W, seen.last - keys_.first, keys_.last - keys_.first);
    }
    if (seen.empty()) return;
    const int count = seen.last - seen.first;
    const int at = tile * W;
    const int row = (seen.first - keys_.first) * kPitch + at;
    const ScoreBlock block{batch_, head_, first_query_ + at, lanes(tile), positions_ + at, call_.key_positions.data()};
    const bool bent = call_.softcap > 0;
    const simd::TileRowsAt bias = bent ? simd::TileRowsAt{} : plan_.bias.rows(block, seen);
    simd::tile_product({.a = key_.from_row(seen.first),
                        .rows = count,
                        .b = query_columns_.data() + at * call_.head_dim,
                        .steps = call_.head_dim,
                        .c = scores_,
                        .start = bent ? simd::kZeros.data() : starts_ + at,
                        .addend = bias});
    if (bent) bend(count, starts_ + at, bends_.data() + row);
    if (bias.data == nullptr) plan_.bias.add(scores_, block, seen);
    ranges_[tile].hide(scores_, seen);
    simd::tile_product({.a = value_.from_row(seen.first),
                        .rows = count,
                        .b = d_output_columns_.data() + at * call_.value_dim,
                        .steps = call_.value_dim,
                        .c = products_,
                        .start = d_starts_ + at});
    weigh(count, weights_.data() + row, slopes() + row);
  }

  static void clear_columns(float* block, int column, int first, int last) {
    for (int k = first; k < last; ++k) std::fill_n(block + k * kPitch + column, W, 0.0F);
  }

  // Scores in units of the cap become capped ones in base 2, from their start; `bends` [keys][kPitch] = 1 − (s / cap)².
  void bend(int count, const float* starts, float* bends) {
    const simd::Lanes cap = simd::splat(call_.softcap * simd::kLog2E);
    for (int k = 0; k < count; ++k, bends += kPitch) {
      for (int half = 0; half < W; half += simd::kLanes) {
        float* score = scores_ + k * W + half;
        const simd::Lanes t = simd::tanh(simd::load(score));
        simd::store(bends + half, simd::splat(1) - t * t);
        simd::store(score, simd::madd(t, cap, simd::load(starts + half)));
      }
    }
  }

  void weigh(int count, float* weights, float* slopes) const {
    for (int k = 0; k < count; ++k, weights += kPitch, slopes += kPitch) {
      for (int half = 0; half < W; half += simd::kLanes) {
        const simd::Lanes p = simd::exp2(simd::load(scores_ + k * W + half));
        simd::store(weights + half, p);
        simd::store(slopes + half, p * simd::load(products_ + k * W + half));
      }
    }
  }

  // dV and dK of keys first … of the block, by queries from … of the block.
  void add_keys(int first, int count, int from, int steps) {
    const int at = first * kPitch + from;
    d_value_.add_product(keys_.first + first, count, {weights_.data() + at, kPitch, 1}, d_output_panels_.data(),
                         kQueryBlock, from, steps);
    d_key_.add_product(keys_.first + first, count, {slopes() + at, kPitch, 1}, query_panels_.data(), kQueryBlock, from,
                       steps);
  }

  // dQ of queries first … of the block, by these keys.
  void add_queries(int first, int count, KeyRange keys) {
    const float* at = slopes() + (keys.first - keys_.first) * kPitch + first;
    d_query_.add_product(first, count, {at, 1, kPitch}, key_panels_.data(), call_.keys, keys.first,
                         keys.last - keys.first);
  }

  // The same without most of what is 0.
  void add_partly() {
    for (int t = 0; t < tiles(); ++t) {
      if (!seen_[t].empty()) add_queries(t * W, lanes(t), seen_[t]);
    }
    for (int k = keys_.first; k < keys_.last; k += kKeyGroup) {
      const KeyRange group{k, std::min(k + kKeyGroup, keys_.last)};
      KeyRange seeing{tiles(), 0};  // tiles
      for (int t = 0; t < tiles(); ++t) {
        if (!group.intersect(seen_[t]).empty()) seeing = {std::min(seeing.first, t), t + 1};
      }
      if (seeing.empty()) continue;
      add_keys(k - keys_.first, group.last - k, seeing.first * W,
               std::min(seeing.last * W, queries_) - seeing.first * W);
    }
  }

  const AttentionCall& call_;
  const TilesPlan& plan_;
  const AttentionGradients& to_;
  int head_ = 0;
  int batch_ = 0;
  int first_query_ = 0;
  int queries_ = 0;  // of the block
  KeyRange keys_;    // of the block
  simd::Operand key_ = {};
  simd::Operand value_ = {};
  TileRanges ranges_[kTiles];
  KeyRange seen_[kTiles];  // of the block, by each tile
  GradientRows d_query_;   // of the block
  GradientRows d_key_;
  GradientRows d_value_;
  Buffer<float> query_columns_;     // [tiles][head_dim][kTileWidth], times the factor of scores
  Buffer<float> d_output_columns_;  // [tiles][value_dim][kTileWidth]
  Buffer<float> query_panels_;      // [panels][kQueryBlock][kTileWidth], times the scale
  Buffer<float> d_output_panels_;   // [panels][kQueryBlock][kTileWidth]
  Buffer<float> key_panels_;        // [panels][keys][kTileWidth], times the scale
  Buffer<float> weights_;           // [kKeyBlock][kPitch]: P
  Buffer<float> slopes_;            // kTileWidth zeros, then the same: dS
  Buffer<float> bends_;             // the same: what the cap multiplies dS by
  alignas(64) float starts_[kQueryBlock];
  alignas(64) float d_starts_[kQueryBlock];
  alignas(64) float positions_[kQueryBlock];
  alignas(64) float scores_[kKeyBlock * W];
  alignas(64) float products_[kKeyBlock * W];
};

using Kernels = GrowingArray<std::unique_ptr<TilesBackward>>;  // one for each thread

Status make_kernels(const AttentionCall& call, const TilesPlan& plan, const AttentionGradients& to, int threads,
                    Kernels& kernels) {
  TRY(kernels.resize(threads));
  for (int thread = 0; thread < threads; ++thread) {
    std::unique_ptr<TilesBackward>& kernel = kernels[thread];
    TRY(make<TilesBackward>(kernel, call, plan, to));
    TRY(kernel->prepare());
  }
  return {};
}

void run_in_turn(const AttentionCall& call, const TilesPlan& plan, const AttentionGradients& to,
                 TilesBackward& kernel) {
  clear(to.d_query, call.batch, call.heads, call.queries, call.head_dim);
  clear(to.d_key, call.batch, call.kv_heads, call.keys, call.head_dim);
  clear(to.d_value, call.batch, call.kv_heads, call.keys, call.value_dim);
  for (int head = 0; head < call.heads; ++head) {
    if (plan.tiles != nullptr) plan.tiles->fill(head);
    for (int batch = 0; batch < call.batch; ++batch) kernel.run(head, batch);
  }
}

// A unit is the heads that share keys in one sequence. Their gradients start at 0 in the unit: it may be run again.
void run_at_once(const AttentionCall& call, const AttentionGradients& to, Kernels& kernels, int threads) {
  const int group = call.heads / call.kv_heads;
  parallel::for_each(threads, call.batch * call.kv_heads, [&](int unit, int thread) {
    const int batch = unit / call.kv_heads;
    const int kv_head = unit % call.kv_heads;
    const auto one = [](HeadRows<float> rows, int sequence, int head) {
      rows.data = rows.row(sequence, head, 0);
      return rows;
    };
    clear(one(to.d_query, batch, kv_head * group), 1, group, call.queries, call.head_dim);
    clear(one(to.d_key, batch, kv_head), 1, 1, call.keys, call.head_dim);
    clear(one(to.d_value, batch, kv_head), 1, 1, call.keys, call.value_dim);
    for (int i = 0; i < group; ++i) kernels[thread]->run(kv_head * group + i, batch);
  });
}

}  // namespace

TilesResult attend_tiles_backward(const AttentionCall& call, const TilesPlan& plan, const AttentionGradients& to) {
  constexpr double kProducts = 2.5;  // of each width
  const double work = kProducts * call.queries * call.keys * (call.head_dim + call.value_dim);
  // Tables by distance are those of one head, sums by distance those of all sequences.
  const bool apart = plan.tiles == nullptr && plan.bias_sums.empty();
  const int threads = apart ? parallel::threads_for(work * call.heads * call.batch) : 1;
  Kernels kernels;
  TRY(make_kernels(call, plan, to, threads, kernels));
  if (threads == 1) {
    run_in_turn(call, plan, to, *kernels[0]);
  } else {
    run_at_once(call, to, kernels, threads);
  }
  return {{},
          finite(to.d_query, call.batch, call.heads, call.queries, call.head_dim) &&
              finite(to.d_key, call.batch, call.kv_heads, call.keys, call.head_dim) &&
              finite(to.d_value, call.batch, call.kv_heads, call.keys, call.value_dim)};
}

}  // namespace whereformer::train
