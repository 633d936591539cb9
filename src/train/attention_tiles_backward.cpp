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

// Columns [block rows][kPitch] from `column` on, of rows first … last − 1.
void clear_columns(float* block, int column, int first, int last) {
  for (int k = first; k < last; ++k) std::fill_n(block + k * kPitch + column, W, 0.0F);
}

// A block of queries of one head, as the products read it.
struct QueryBlock {
  int batch = 0;
  int head = 0;
  int first = 0;
  int count = 0;
  TileRanges ranges[kTiles];
  Buffer<float> columns;                    // [tiles][head_dim][kTileWidth], times the factor of scores
  Buffer<float> d_output_columns;           // [tiles][value_dim][kTileWidth]
  Buffer<float> panels;                     // [panels][kQueryBlock][kTileWidth], times the scale
  Buffer<float> d_output_panels;            // [panels][kQueryBlock][kTileWidth]
  alignas(64) float starts[kQueryBlock];    // of scores
  alignas(64) float d_starts[kQueryBlock];  // of the gradients of weights
  alignas(64) float positions[kQueryBlock];

  Status allocate(const AttentionCall& call) {
    TRY(columns.allocate(element_count(kTiles, call.head_dim, W)));
    TRY(d_output_columns.allocate(element_count(kTiles, call.value_dim, W)));
    TRY(panels.allocate(element_count(panels_of(call.head_dim), kQueryBlock, W)));
    return d_output_panels.allocate(element_count(panels_of(call.value_dim), kQueryBlock, W));
  }

  int tiles() const { return (count + W - 1) / W; }
  int lanes(int tile) const { return std::min(W, count - tile * W); }

  // Loads the tiles of queries from `first_query` on; returns the keys that any of them sees.
  KeyRange load_tiles(const AttentionCall& call, std::span<const KeyRange> seen_by, HeadRows<const float> d_output,
                      int of_batch, int of_head, int first_query) {
    batch = of_batch;
    head = of_head;
    first = first_query;
    count = std::min(kQueryBlock, call.queries - first);
    KeyRange seen{call.keys, 0};
    for (int t = 0; t < tiles(); ++t) {
      load_tile(call, seen_by, d_output, t);
      const KeyRange keys = ranges[t].all();
      if (!keys.empty()) seen = {std::min(seen.first, keys.first), std::max(seen.last, keys.last)};
    }
    return seen;
  }

  void load_panels(const AttentionCall& call, HeadRows<const float> d_output) {
    pack_panels(call.query.row(batch, head, first), call.query.row_stride, count, call.head_dim, call.scale,
                panels.data(), kQueryBlock);
    pack_panels(d_output.row(batch, head, first), d_output.row_stride, count, call.value_dim, 1, d_output_panels.data(),
                kQueryBlock);
  }

 private:
  void load_tile(const AttentionCall& call, std::span<const KeyRange> seen_by, HeadRows<const float> d_output,
                 int tile) {
    const int query = first + tile * W;
    ranges[tile].find(seen_by, call.keys, query, lanes(tile));
    float* to = columns.data() + tile * call.head_dim * W;
    float* d_to = d_output_columns.data() + tile * call.value_dim * W;
    if (lanes(tile) < W) {
      std::fill_n(to, call.head_dim * W, 0.0F);
      std::fill_n(d_to, call.value_dim * W, 0.0F);
    }
    simd::transpose(call.query.row(batch, head, query), call.query.row_stride, lanes(tile), call.head_dim,
                    simd::splat(score_factor(call)), to, W);
    simd::transpose(d_output.row(batch, head, query), d_output.row_stride, lanes(tile), call.value_dim, d_to, W);
    load_starts(call, d_output, tile);
  }

  // Lanes without a visible key, and lanes past the last query, start at −∞: their weights are 0.
  void load_starts(const AttentionCall& call, HeadRows<const float> d_output, int tile) {
    alignas(64) float tops[W] = {};
    alignas(64) float totals[W] = {};
    const int at = tile * W;
    const RowSums sums = call.sums_from(batch, head, first + at);
    std::copy_n(sums.tops, lanes(tile), tops);
    std::copy_n(sums.totals, lanes(tile), totals);
    for (int half = 0; half < W; half += simd::kLanes) {
      const simd::Lanes total = simd::load(totals + half);
      const simd::Lanes start = simd::splat(0) - simd::log2_scaled(simd::load(tops + half), total);
      simd::store(starts + at + half, simd::select(total == simd::splat(0), simd::splat(kHidden), start));
    }
    for (int lane = 0; lane < W; ++lane) {
      const int query = first + at + std::min(lane, lanes(tile) - 1);
      const float* output = call.output.row(batch, head, query);
      d_starts[at + lane] =
          totals[lane] == 0 ? 0 : -simd::dot(d_output.row(batch, head, query), output, call.value_dim);
      positions[at + lane] = call.query_positions[query];
    }
  }
};

// All keys and values of one head: what is read of them, and their open gradients.
struct KeyRows {
  simd::Operand key = {};
  simd::Operand value = {};
  Buffer<float> panels;  // [panels][keys][kTileWidth], times the scale
  GradientRows d_key;
  GradientRows d_value;

  Status allocate(const AttentionCall& call) {
    TRY(d_key.prepare(call.keys, call.head_dim));
    TRY(d_value.prepare(call.keys, call.value_dim));
    return panels.allocate(element_count(panels_of(call.head_dim), call.keys, W));
  }

  void open(const AttentionCall& call, const AttentionGradients& to, int batch, int kv_head) {
    key = {call.key.row(batch, kv_head, 0), call.key.row_stride, 1};
    value = {call.value.row(batch, kv_head, 0), call.value.row_stride, 1};
    pack_panels(key.data, key.row_stride, call.keys, call.head_dim, call.scale, panels.data(), call.keys);
    d_key.open(to.d_key.row(batch, kv_head, 0), to.d_key.row_stride, call.keys);
    d_value.open(to.d_value.row(batch, kv_head, 0), to.d_value.row_stride, call.keys);
  }

  void close() {
    d_key.close();
    d_value.close();
  }
};

// A block of keys times a block of queries: [kKeyBlock][kPitch] each.
struct PairBlock {
  KeyRange keys;
  KeyRange seen[kTiles];  // of `keys`, by each tile of queries
  Buffer<float> weights;  // P
  Buffer<float> bends;    // what the cap multiplies dS by; empty without a cap

  Status allocate(const AttentionCall& call) {
    TRY(weights.allocate(element_count(kKeyBlock, kPitch)));
    TRY(padded_slopes_.allocate(element_count(kKeyBlock + 1, kPitch)));
    return bends.allocate(call.softcap > 0 ? element_count(kKeyBlock, kPitch) : 0);
  }

  // dS, after kTileWidth zeros.
  float* slopes() { return padded_slopes_.data() + W; }
  int row(int key) const { return (key - keys.first) * kPitch; }

  // Takes other keys; do all queries see all of them?
  bool take(KeyRange other, const QueryBlock& queries) {
    keys = other;
    bool full = true;
    for (int t = 0; t < queries.tiles(); ++t) {
      seen[t] = keys.intersect(queries.ranges[t].all());
      full = full && seen[t].first == keys.first && seen[t].last == keys.last;
      if (seen[t].empty()) seen[t] = {keys.first, keys.first};
    }
    return full;
  }

 private:
  Buffer<float> padded_slopes_;
};

// The phases of one head in one sequence: open its keys; load a block of queries; with each block of keys fill P and dS tile by tile,
// and add the products with them to the gradients.
class TilesBackward {
 public:
  TilesBackward(const AttentionCall& call, const TilesPlan& plan, const AttentionGradients& to)
      : call_(call), plan_(plan), to_(to) {}

  Status prepare() {
    TRY(d_query_.prepare(kQueryBlock, call_.head_dim));
    TRY(keys_.allocate(call_));
    TRY(queries_.allocate(call_));
    return pairs_.allocate(call_);
  }

  void run(int head, int batch) {
    keys_.open(call_, to_, batch, call_.kv_head(head));
    for (int query = 0; query < call_.queries; query += kQueryBlock) run_queries(batch, head, query);
    keys_.close();
  }

 private:
  // One block of queries against all keys that they see.
  void run_queries(int batch, int head, int first) {
    const KeyRange seen = queries_.load_tiles(call_, plan_.ranges, to_.d_output, batch, head, first);
    if (seen.empty()) return;
    queries_.load_panels(call_, to_.d_output);
    clear_columns(pairs_.slopes(), queries_.tiles() * W, 0, std::min(kKeyBlock, call_.keys));
    d_query_.open(to_.d_query.row(batch, head, first), to_.d_query.row_stride, queries_.count);
    for (int k = seen.first; k < seen.last; k += kKeyBlock) run_block({k, std::min(k + kKeyBlock, seen.last)});
    d_query_.close();
  }

  void run_block(KeyRange keys) {
    const bool full = pairs_.take(keys, queries_);
    for (int t = 0; t < queries_.tiles(); ++t) fill_tile(t, pairs_.seen[t]);
    if (!plan_.bias_sums.empty()) add_bias(keys);
    if (!pairs_.bends.empty()) bend_slopes(keys.count());
    if (full) {
      add_keys(keys, 0, queries_.count);
      add_queries(0, queries_.count, keys);
    } else {
      add_partly(keys);
    }
  }

  // P and dS of one tile, 0 outside of `seen`.
  void fill_tile(int tile, KeyRange seen) {
    const KeyRange keys = pairs_.keys;
    for (float* block : {pairs_.weights.data(), pairs_.slopes()}) {
      clear_columns(block, tile * W, 0, seen.first - keys.first);
      clear_columns(block, tile * W, seen.last - keys.first, keys.count());
    }
    if (seen.empty()) return;
    const int count = seen.count();
    const int at = tile * W;
    const int row = pairs_.row(seen.first) + at;
    const ScoreBlock block{queries_.batch,       queries_.head,           queries_.first + at,
                           queries_.lanes(tile), queries_.positions + at, call_.key_positions.data()};
    const bool bent = call_.softcap > 0;
    const simd::TileRowsAt bias = bent ? simd::TileRowsAt{} : plan_.bias.rows(block, seen);
    simd::tile_product({.a = keys_.key.from_row(seen.first),
                        .rows = count,
                        .b = queries_.columns.data() + at * call_.head_dim,
                        .steps = call_.head_dim,
                        .c = scores_,
                        .start = bent ? simd::kZeros.data() : queries_.starts + at,
                        .addend = bias});
    if (bent) bend(count, queries_.starts + at, pairs_.bends.data() + row);
    if (bias.data == nullptr) plan_.bias.add(scores_, block, seen);
    queries_.ranges[tile].hide(scores_, seen);
    simd::tile_product({.a = keys_.value.from_row(seen.first),
                        .rows = count,
                        .b = queries_.d_output_columns.data() + at * call_.value_dim,
                        .steps = call_.value_dim,
                        .c = products_,
                        .start = queries_.d_starts + at});
    weigh(count, pairs_.weights.data() + row, pairs_.slopes() + row);
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

  // P = 2^score and dS = P · product, written to rows that lie kPitch apart.
  void weigh(int count, float* weights, float* slopes) const {
    for (int k = 0; k < count; ++k, weights += kPitch, slopes += kPitch) {
      for (int half = 0; half < W; half += simd::kLanes) {
        const simd::Lanes p = simd::exp2(simd::load(scores_ + k * W + half));
        simd::store(weights + half, p);
        simd::store(slopes + half, p * simd::load(products_ + k * W + half));
      }
    }
  }

  // dS by distance.
  void add_bias(KeyRange keys) {
    const int distances = call_.queries + call_.keys - 1;
    double* sums = plan_.bias_sums.data() + queries_.head * static_cast<std::ptrdiff_t>(distances);
    add_diagonals(pairs_.slopes(), keys.count(), queries_.count, sums + queries_.first - keys.last + call_.keys);
  }

  void bend_slopes(int count) {
    for (int k = 0; k < count; ++k) {
      float* row = pairs_.slopes() + k * kPitch;
      simd::transform(row, pairs_.bends.data() + k * kPitch, row, queries_.tiles() * W,
                      [](auto d, auto bend) { return d * bend; });
    }
  }

  // dV and dK of some keys of the block, by queries from … of the block.
  void add_keys(KeyRange keys, int from, int steps) {
    const int at = pairs_.row(keys.first) + from;
    keys_.d_value.add_product(keys.first, keys.count(), {pairs_.weights.data() + at, kPitch, 1},
                              queries_.d_output_panels.data(), kQueryBlock, from, steps);
    keys_.d_key.add_product(keys.first, keys.count(), {pairs_.slopes() + at, kPitch, 1}, queries_.panels.data(),
                            kQueryBlock, from, steps);
  }

  // dQ of queries first … of the block, by some keys of the block.
  void add_queries(int first, int count, KeyRange keys) {
    d_query_.add_product(first, count, {pairs_.slopes() + pairs_.row(keys.first) + first, 1, kPitch},
                         keys_.panels.data(), call_.keys, keys.first, keys.count());
  }

  // All products of a block that not every query sees, without most of what is 0.
  void add_partly(KeyRange keys) {
    for (int t = 0; t < queries_.tiles(); ++t) {
      if (!pairs_.seen[t].empty()) add_queries(t * W, queries_.lanes(t), pairs_.seen[t]);
    }
    for (int k = keys.first; k < keys.last; k += kKeyGroup) {
      const KeyRange group{k, std::min(k + kKeyGroup, keys.last)};
      KeyRange seeing{queries_.tiles(), 0};  // tiles
      for (int t = 0; t < queries_.tiles(); ++t) {
        if (!group.intersect(pairs_.seen[t]).empty()) seeing = {std::min(seeing.first, t), t + 1};
      }
      if (seeing.empty()) continue;
      add_keys(group, seeing.first * W, std::min(seeing.last * W, queries_.count) - seeing.first * W);
    }
  }

  const AttentionCall& call_;
  const TilesPlan& plan_;
  const AttentionGradients& to_;
  KeyRows keys_;
  QueryBlock queries_;
  GradientRows d_query_;  // of the block of queries
  PairBlock pairs_;
  alignas(64) float scores_[kKeyBlock * W];    // of one tile
  alignas(64) float products_[kKeyBlock * W];  // of one tile: dO · v − D
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
