#include "simd/block_products.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "simd/pair_lanes.hpp"
#include "simd/transform.hpp"

namespace whereformer::simd {
namespace {

constexpr int kPairs = kBlock / 2;
constexpr int kOutputs = WeightBlock::kOutputs;

// Rows of x that are rounded at once, and as many of their blocks as there is room for.
constexpr int kRows = 80;
constexpr int kRoom = 800;

Lanes add(Lanes a, Lanes b) { return a + b; }

LanePair scales_of(const WeightBlock& weights, int output) { return BFloat16Format().raw(weights.scales + output); }

void finish(const PairSums& left, const PairSums& right, LanePair scales, const InputBlock& x, float* sums) {
  store(sums, madd(left.value(), scales.left * splat(x.scale), load(sums)));
  store(sums + kLanes, madd(right.value(), scales.right * splat(x.scale), load(sums + kLanes)));
}

// sums [kOutputs] of one row.
void add_row(const InputBlock& x, const WeightBlock& weights, float* sums) {
  PairSums left[kSideBySide];
  PairSums right[kSideBySide];
  for (int t = 0; t < kPairs; ++t) {
    const PairLanes input = PairLanes::splat(x.values + 2 * t);
    for_each_of<kSideBySide>([&](int i) {
      const TwoPairLanes weight = TwoPairLanes::load(weights.pairs[t][i * kTileWidth]);
      left[i].add(input, weight.left);
      right[i].add(input, weight.right);
    });
  }
  for_each_of<kSideBySide>([&](int i) {
    const int output = i * kTileWidth;
    finish(left[i], right[i], scales_of(weights, output), x, sums + output);
  });
}

// Weights of kTileWidth outputs as 16-bit integers, for many rows: [kPairs][kTileWidth] pairs.
using WidePanel = std::int16_t[kPairs][2 * kTileWidth];

void widen(const WeightBlock& weights, int output, WidePanel& to) {
  for (int t = 0; t < kPairs; ++t) {
    const TwoPairLanes weight = TwoPairLanes::load(weights.pairs[t][output]);
    weight.left.store(to[t]);
    weight.right.store(to[t] + 2 * kLanes);
  }
}

// R rows times kTileWidth outputs.
template <int R>
void add_tile(const InputBlock* x, const WidePanel& weights, LanePair scales, float* sums) {
  PairSums left[R];
  PairSums right[R];
  for (int t = 0; t < kPairs; ++t) {
    const PairLanes w_left = PairLanes::load(weights[t]);
    const PairLanes w_right = PairLanes::load(weights[t] + 2 * kLanes);
    for_each_of<R>([&](int r) {
      const PairLanes input = PairLanes::splat(x[r].values + 2 * t);
      left[r].add(input, w_left);
      right[r].add(input, w_right);
    });
  }
  for_each_of<R>([&](int r) { finish(left[r], right[r], scales, x[r], sums + r * kOutputs); });
}

// sums [rows][kOutputs]
void add_rows(const InputBlock* x, int rows, const WeightBlock& weights, float* sums) {
  constexpr int kTile = 5;
  WidePanel wide;
  for (int output = 0; output < kOutputs; output += kTileWidth) {
    widen(weights, output, wide);
    const LanePair scales = scales_of(weights, output);
    int row = 0;
    for (; row + kTile <= rows; row += kTile) {
      add_tile<kTile>(x + row, wide, scales, sums + row * kOutputs + output);
    }
    for (; row < rows; ++row) add_tile<1>(x + row, wide, scales, sums + row * kOutputs + output);
  }
}

// Some blocks of some rows of x, and what the sums start with.
struct Part {
  const InputBlock* x;  // [blocks][rows]
  int rows;
  int first_block;
  int blocks;
  const float* bias;
  const float* before;  // like y
};

// y [rows][outputs]: kOutputs of them, or as many as are left.
void add_group(const Part& part, const PackedMatrix& weight, int output, float* y) {
  alignas(64) float sums[kRows * kOutputs];
  const int width = std::min(kOutputs, weight.outputs() - output);
  const auto each_row = [&](auto&& body) {
    for (int r = 0; r < part.rows; ++r) body(sums + r * kOutputs, element_count(r, weight.outputs()) + output);
  };
  std::fill_n(sums, part.rows * kOutputs, 0.0F);
  each_row([&](float* to, std::size_t at) {
    if (part.bias != nullptr) transform(to, part.bias + output, to, width, add);
    if (part.before != nullptr) transform(to, part.before + at, to, width, add);
  });
  const WeightBlock* weights = weight.blocks_of(output) + part.first_block;
  const InputBlock* x = part.x;
  for (int b = 0; b < part.blocks; ++b, x += part.rows) {
    if (part.rows == 1) {
      add_row(*x, weights[b], sums);
    } else {
      add_rows(x, part.rows, weights[b], sums);
    }
  }
  each_row([&](const float* from, std::size_t at) { transform(from, y + at, width, [](Lanes sum) { return sum; }); });
}

// All outputs; `keep`: added to what y holds.
void add_part(Part part, const PackedMatrix& weight, bool keep, float* y) {
  const double group = static_cast<double>(part.rows) * part.blocks * kBlock * kOutputs;
  int threads = parallel::threads_for(group / kOutputs * weight.outputs());
  parallel::InputCopy copy;
  part.before = copy.of(keep ? y : nullptr, element_count(part.rows, weight.outputs()), threads);
  const parallel::Division groups = parallel::divide(threads, (weight.outputs() + kOutputs - 1) / kOutputs, group);
  parallel::for_each(threads, groups.units(), [&](int unit, int /*thread*/) {
    for (int g = groups.first(unit); g < groups.last(unit); ++g) add_group(part, weight, g * kOutputs, y);
  });
}

}  // namespace

void multiply_blocks(const float* x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y) {
  InputBlock rounded[kRoom];
  const int inputs = weight.inputs();
  const int blocks = block_count(inputs);
  for (int row = 0; row < rows; row += kRows, y += element_count(kRows, weight.outputs())) {
    Part part{rounded, std::min(kRows, rows - row), 0, 0, addend.bias, nullptr};
    bool keep = addend.keep;
    const int at_once = kRoom / part.rows;
    do {
      part.blocks = std::min(at_once, blocks - part.first_block);
      for (int i = 0; i < part.blocks * part.rows; ++i) {
        const int first = (part.first_block + i / part.rows) * kBlock;
        rounded[i].encode(x + element_count(row + i % part.rows, inputs) + first, std::min(kBlock, inputs - first));
      }
      add_part(part, weight, keep, y);
      keep = true;
      part.bias = nullptr;
      part.first_block += part.blocks;
    } while (part.first_block < blocks);
  }
}

}  // namespace whereformer::simd
