#include "train/linear.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "simd/transform.hpp"
#include "train/gradient_rows.hpp"
#include "train/scratch.hpp"

namespace whereformer::train {

namespace {

// A block of dy and a panel of x lie in L1 together, without the strides of their rows: powers of two would share its sets.
constexpr int kTokens = 128;
constexpr int kOutputs = 8 * simd::kTileRows;

// Σ dy of some columns: what is there, and where it is written.
struct ColumnSums {
  const float* before;
  float* to;

  ColumnSums from(int column) const { return {before + column, to + column}; }
};

// V vectors of each row of dy [count], copied to rows kOutputs apart; their sums are added.
template <int V>
void copy_vectors(const float* from, std::ptrdiff_t stride, int count, float* to, ColumnSums sums) {
  simd::Lanes total[V];
  simd::for_each_of<V>([&](int i) { total[i] = simd::splat(0); });
  for (int t = 0; t < count; ++t, from += stride, to += kOutputs) {
    simd::for_each_of<V>([&](int i) {
      const simd::Lanes x = simd::load(from + i * simd::kLanes);
      total[i] = total[i] + x;
      simd::store(to + i * simd::kLanes, x);
    });
  }
  simd::for_each_of<V>([&](int i) {
    const int at = i * simd::kLanes;
    simd::store(sums.to + at, simd::load(sums.before + at) + total[i]);
  });
}

// Copies the last columns, fewer than a vector, to rows kOutputs apart; their sums are added.
void copy_columns(const float* from, std::ptrdiff_t stride, int count, int columns, float* to, ColumnSums sums) {
  for (int i = 0; i < columns; ++i) {
    float total = sums.before[i];
    for (int t = 0; t < count; ++t) total += to[t * kOutputs + i] = from[t * stride + i];
    sums.to[i] = total;
  }
}

// dy [tokens, columns] → to [tokens][kOutputs]; adds Σ dy to sums [columns].
void copy_block(const float* dy, std::ptrdiff_t stride, int tokens, int columns, float* to, ColumnSums sums) {
  constexpr int kVectors = 4;
  int i = 0;
  for (; i + kVectors * simd::kLanes <= columns; i += kVectors * simd::kLanes) {
    copy_vectors<kVectors>(dy + i, stride, tokens, to + i, sums.from(i));
  }
  for (; i + simd::kLanes <= columns; i += simd::kLanes) {
    copy_vectors<1>(dy + i, stride, tokens, to + i, sums.from(i));
  }
  copy_columns(dy + i, stride, tokens, columns - i, to + i, sums.from(i));
}

// Panels of a unit: enough work for the copy of its dy to be little.
parallel::Division panel_groups(int threads, int panels, int rows) {
  constexpr double kCopies = 8;
  return parallel::divide(threads, panels, static_cast<double>(rows) * kOutputs * simd::kTileWidth / kCopies);
}

// Threads for rows [rows, width] that sums of `inner` products are added to. Rows that are no whole number of tiles wide are padded
// copies, of one thread.
int threads_for_rows(int rows, int width, int inner) {
  return width % simd::kTileWidth != 0 ? 1 : parallel::threads_for(static_cast<double>(rows) * width * inner);
}

// Rows [rows, width] that a fork adds to: what they held before (null = 0), and where the sums are written.
struct ForkedRows {
  int rows;
  int width;
  const float* before;
  float* sums;
};

// body(to, before, unit, scratch) for all units; scratch has `each` numbers per thread.
template <class Body>
Status fork(int threads, int units, const ForkedRows& rows, Buffer<float>& scratch, std::size_t each, Body&& body) {
  GradientRows to;
  TRY(to.prepare(rows.rows, rows.width));
  TRY(grow(scratch, element_count(threads, each)));
  to.open(rows.sums, rows.width, rows.rows);
  const float* before = rows.before != nullptr && to.padded() ? to.data() : rows.before;
  parallel::for_each(threads, units, [&](int unit, int thread) {
    body(to, before, unit, scratch.data() + element_count(thread, each));
  });
  to.close();
  return {};
}

}  // namespace

Status Panels::take(const float* x, int inputs, int rows) {
  inputs_ = inputs;
  rows_ = rows;
  TRY(grow(taken_, element_count(panels_of(inputs), rows, simd::kTileWidth)));
  pack_panels(x, inputs, rows, inputs, 1, taken_.data(), rows);
  return {};
}

Status Panels::add_product(const float* dy, Parameter& weight, Parameter* bias) {
  const int outputs = weight.rows;
  int threads = threads_for_rows(outputs, inputs_, rows_);
  const GradientSums gradient(&weight, threads);
  const GradientSums sums(bias, threads);
  const int blocks = (outputs + kOutputs - 1) / kOutputs;
  const parallel::Division groups = panel_groups(threads, panels_of(inputs_), rows_);
  const auto add_block = [&](GradientRows& to, const float* before, int unit, float* columns) {
    const int group = unit / blocks;
    const int output = unit % blocks * kOutputs;
    const int count = std::min(kOutputs, outputs - output);
    alignas(64) float unused[kOutputs] = {};
    ColumnSums of_block{unused, unused};
    if (bias != nullptr && group == 0) of_block = ColumnSums{sums.before, sums.to}.from(output);
    for (int token = 0; token < rows_; token += kTokens) {
      const int tokens = std::min(kTokens, rows_ - token);
      copy_block(dy + static_cast<std::ptrdiff_t>(token) * outputs + output, outputs, tokens, count, columns, of_block);
      to.add_panels(groups.first(group), groups.last(group), before, output, count, {columns, 1, kOutputs},
                    taken_.data(), rows_, token, tokens);
      before = to.data();
      of_block.before = of_block.to;
    }
  };
  return fork(threads, blocks * groups.units(), {outputs, inputs_, gradient.before, gradient.to}, columns_,
              kTokens * kOutputs, add_block);
}

Status Panels::multiply(const float* dy, int rows, const Parameter& weight, float* dx, bool keep) {
  const int outputs = weight.rows;
  const int inputs = weight.columns;
  const int panels = panels_of(inputs);
  int threads = threads_for_rows(rows, inputs, outputs);
  parallel::InputCopy copy;
  const float* before = copy.of(keep ? dx : nullptr, element_count(rows, inputs), threads);
  const auto write_panel = [&](GradientRows& to, const float* held, int unit, float* panel) {
    const int p = unit % panels;
    const int token = unit / panels * kTokens;
    const int first = p * simd::kTileWidth;
    pack_panels(weight.value.data() + first, inputs, outputs, std::min(simd::kTileWidth, inputs - first), 1, panel,
                outputs);
    const simd::Operand from = simd::Operand{dy, outputs, 1}.from_row(token);
    to.write_panel(p, token, std::min(kTokens, rows - token), from, panel, outputs, held);
  };
  return fork(threads, (rows + kTokens - 1) / kTokens * panels, {rows, inputs, before, dx}, panel_,
              element_count(outputs, simd::kTileWidth), write_panel);
}

void Linear::find(Parameters& parameters, const Name& weight, const Name& bias) {
  weight_ = parameters.find(weight.view());
  bias_ = parameters.find(bias.view());
}

Status Linear::backward(const float* x, const float* dy, int rows, Panels& panels, float* dx, bool keep) const {
  TRY(panels.take(x, inputs(), rows));
  return backward(dy, rows, panels, dx, keep);
}

Status Linear::backward(const float* dy, int rows, Panels& panels, float* dx, bool keep) const {
  TRY(panels.add_product(dy, *weight_, bias_));
  return dx == nullptr ? Status{} : panels.multiply(dy, rows, *weight_, dx, keep);
}

void add_rows(const float* rows, int count, int width, float* to) {
  for (int r = 0; r < count; ++r, rows += width) {
    simd::transform(to, rows, to, width, [](simd::Lanes a, simd::Lanes b) { return a + b; });
  }
}

}  // namespace whereformer::train
