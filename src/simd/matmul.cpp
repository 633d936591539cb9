#include "simd/matmul.hpp"

#include <algorithm>

#include "core/parallel.hpp"
#include "simd/block_products.hpp"

namespace whereformer::simd {

namespace {

// Rows of x that stay in L2 while the panels stream through.
constexpr int kRowBlock = 16 * kTileRows;

// Panels that stay in L2 while the rows stream through: weights, which come from farther away, are read once.
constexpr int kGroup = 2 * kSideBySide;

// Steps of a panel that are read as float32 at once, so that they stay in L1.
constexpr int kSteps = 128;

constexpr int kPage = 4096;  // bytes

// Rows of x times a panel of any type. The sums of some steps are the start of the next, so the bits are those of float32.
void panel_product(const TileProduct& product, const PackedMatrix& weight, int p) {
  TileProduct part = product;
  const int width = weight.width();
  if (width == kTileWidth) {
    part.b = weight.panel(p);
    return tile_product(part);
  }
  alignas(64) float b[kSteps * kTileWidth];
  alignas(64) float sums[kRowBlock * kTileWidth];
  part.b = b;
  for (int done = 0; done < product.steps || done == 0; done += kSteps) {
    part.steps = std::min(kSteps, product.steps - done);
    part.a.data = product.a.data + done * product.a.step_stride;
    with_format(weight.type(), [&]<class Format>(Format format) {
      const auto* from = weight.weights_of<typename Format::Stored>(p * kTileWidth) + done * width;
      for (int i = 0; i < part.steps * kTileWidth; i += kTileWidth, from += width) {
        const LanePair raw = format.raw(from);
        store(b + i, format.scaled(raw.left));
        store(b + i + kLanes, format.scaled(raw.right));
      }
    });
    const bool last = done + part.steps == product.steps;
    part.c = last ? product.c : sums;
    part.c_stride = last ? product.c_stride : kTileWidth;
    part.addend = last ? product.addend : TileRowsAt{};
    tile_product(part);
    part.start = sums;
    part.start_stride = kTileWidth;
  }
}

// The last panel, when fewer outputs than its width are left: through a tile and a bias of its own.
void narrow_panel(TileProduct product, const PackedMatrix& weight, int p, int width) {
  alignas(64) float c[kRowBlock * kTileWidth];
  alignas(64) float start[kTileWidth] = {};
  float* y = product.c;
  const std::ptrdiff_t stride = product.c_stride;
  std::copy_n(product.start, width, start);
  product.start = start;
  for (int r = 0; product.addend.data != nullptr && r < product.rows; ++r) {
    std::copy_n(product.addend.data + r * stride, width, c + r * kTileWidth);
  }
  if (product.addend.data != nullptr) product.addend = {c, kTileWidth};
  product.c = c;
  product.c_stride = kTileWidth;
  panel_product(product, weight, p);
  for (int r = 0; r < product.rows; ++r) std::copy_n(c + r * kTileWidth, width, y + r * stride);
}

// Panels of a weight: all outputs of `first` to before `last`.
struct Panels {
  int first;
  int last;
};

// Addends of a product, for all outputs: a bias, and what y held before.
struct Addend {
  const float* bias;
  const float* before;
};

// Reads a value two pages ahead of `from`, or the last one. The machine fetches memory ahead within a page only.
template <class Stored>
void touch(const Stored* from, const Stored* last) {
  static_cast<void>(*static_cast<const volatile Stored*>(std::min(from + 2 * kPage / sizeof(Stored), last)));
}

// One row: as many panels side by side as registers hold, to hide the latency of dependent additions. Returns the first panel not done.
template <int kWidth, class Format>
int row_panels(Format format, const float* x, const PackedMatrix& weight, Panels panels, Addend addend, float* y) {
  using Stored = typename Format::Stored;
  constexpr int kPageSteps = kPage / kWidth / static_cast<int>(sizeof(Stored));
  int p = panels.first;
  if (!format.takes(x, weight.inputs())) return p;
  const auto* end = weight.weights_of<Stored>(0) + (weight.bytes() / sizeof(Stored) - 1);
  const int last = std::min(panels.last, weight.outputs() / kTileWidth);
  for (; p + kSideBySide <= last; p += kSideBySide) {
    const auto* from = weight.weights_of<Stored>(p * kTileWidth);
    const std::ptrdiff_t apart = kWidth > kTileWidth ? kTileWidth : element_count(weight.inputs(), kTileWidth);
    Lanes sums[2 * kSideBySide];
    const float* bias = addend.bias == nullptr ? nullptr : addend.bias + p * kTileWidth;
    for_each_of<2 * kSideBySide>([&](int i) { sums[i] = bias == nullptr ? splat(0) : load(bias + i * kLanes); });
    for (int t = 0; t < weight.inputs(); ++t, from += kWidth) {
      if (kWidth > kTileWidth && t % kPageSteps == 0) touch(from, end);
      const Lanes scalar = splat(format.scaled(x[t]));
      for_each_of<kSideBySide>([&](int i) {
        const LanePair raw = format.raw(from + i * apart);
        sums[2 * i] = madd(scalar, raw.left, sums[2 * i]);
        sums[2 * i + 1] = madd(scalar, raw.right, sums[2 * i + 1]);
      });
    }
    for_each_of<2 * kSideBySide>([&](int i) {
      const int at = p * kTileWidth + i * kLanes;
      if (addend.before != nullptr) sums[i] = sums[i] + load(addend.before + at);
      store(y + at, sums[i]);
    });
  }
  return p;
}

// One row times a weight of any type. Returns the first panel not done.
int one_row(const float* x, const PackedMatrix& weight, Panels panels, Addend addend, float* y) {
  if (weight.width() == kTileWidth) return row_panels<kTileWidth>(Float32Format(), x, weight, panels, addend, y);
  return with_format(weight.type(),
                     [&](auto format) { return row_panels<kWidePanel>(format, x, weight, panels, addend, y); });
}

// y [columns] += Σ x[r] · b[r] for R rows of b, in one pass over y, two vectors at a time.
template <int R>
void add_rows(const float* x, const float* b, int columns, float* y) {
  Lanes scalars[R];
  for_each_of<R>([&](int r) { scalars[r] = splat(x[r]); });
  int c = 0;
  for (; c + kTileWidth <= columns; c += kTileWidth) {
    Lanes left = load(y + c);
    Lanes right = load(y + c + kLanes);
    for_each_of<R>([&](int r) {
      const float* from = b + r * columns + c;
      left = madd(scalars[r], load(from), left);
      right = madd(scalars[r], load(from + kLanes), right);
    });
    store(y + c, left);
    store(y + c + kLanes, right);
  }
  for (; c < columns; ++c) {
    for (int r = 0; r < R; ++r) y[c] += x[r] * b[r * columns + c];
  }
}

// For few rows, packing b costs more than it saves: read b in place.
void multiply_row(const float* x, int inner, const float* b, int columns, float* y) {
  constexpr int kAtOnce = 4;  // more parallel streams than the prefetchers handle would be slower
  std::fill_n(y, columns, 0.0F);
  int i = 0;
  for (; i + kAtOnce <= inner; i += kAtOnce, b += kAtOnce * static_cast<std::ptrdiff_t>(columns)) {
    add_rows<kAtOnce>(x + i, b, columns, y);
  }
  for (; i < inner; ++i, b += columns) add_rows<1>(x + i, b, columns, y);
}

void multiply_panels(Operand x, int rows, const PackedMatrix& weight, Panels panels, Addend addend, float* y) {
  const int outputs = weight.outputs();
  const int inputs = weight.inputs();
  const auto multiply_panel = [&](int p, int row) {
    const int first = p * kTileWidth;
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * outputs + first;
    const TileProduct product{.a = x.from_row(row),
                              .rows = std::min(kRowBlock, rows - row),
                              .b = nullptr,
                              .steps = inputs,
                              .c = y + at,
                              .c_stride = outputs,
                              .start = addend.bias == nullptr ? kZeros.data() : addend.bias + first,
                              .addend = {addend.before == nullptr ? nullptr : addend.before + at, outputs}};
    if (outputs - first < kTileWidth) {
      narrow_panel(product, weight, p, outputs - first);
    } else {
      panel_product(product, weight, p);
    }
  };
  for (int group = panels.first; group < panels.last; group += kGroup) {
    const int last = std::min(group + kGroup, panels.last);
    for (int row = 0; row < rows; row += kRowBlock) {
      for (int p = group; p < last; ++p) multiply_panel(p, row);
    }
  }
}

}  // namespace

void matmul(const float* x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y) {
  if (weight.type() == WeightType::q8) return multiply_blocks(x, rows, weight, addend, y);
  constexpr double kRead = 4;  // multiply-adds, in the time that it takes to read a weight
  const int inputs = weight.inputs();
  const int outputs = weight.outputs();
  // Few rows take long to read the panels, which is fastest for many that follow each other.
  const double panel = static_cast<double>(std::min(rows, kRowBlock)) * inputs * kTileWidth;
  int threads = parallel::threads_for(std::max<double>(rows, kRead) * inputs * outputs);
  parallel::InputCopy copy;
  const float* before = copy.of(addend.keep ? y : nullptr, element_count(rows, outputs), threads);
  const parallel::Division blocks = parallel::divide(threads, rows, parallel::kLeastUnit, kRowBlock);
  const parallel::Division groups = parallel::divide(threads, weight.panel_count(), panel, kSideBySide);
  parallel::for_each(threads, blocks.units() * groups.units(), [&](int unit, int /*thread*/) {
    const int row = blocks.first(unit % blocks.units());
    const int group = unit / blocks.units();
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(row) * outputs;
    const float* from = x + static_cast<std::ptrdiff_t>(row) * inputs;
    const Addend added{addend.bias, before == nullptr ? nullptr : before + at};
    Panels panels{groups.first(group), groups.last(group)};
    if (rows == 1) panels.first = one_row(from, weight, panels, added, y + at);
    multiply_panels({from, inputs, 1}, blocks.last(unit % blocks.units()) - row, weight, panels, added, y + at);
  });
}

void matmul(Operand x, int rows, const PackedMatrix& weight, MatmulAddend addend, float* y) {
  multiply_panels(x, rows, weight, {0, weight.panel_count()}, {addend.bias, addend.keep ? y : nullptr}, y);
}

Status multiply(const float* a, int rows, int inner, const float* b, int columns, float* c) {
  if (rows < kTileRows) {
    for (int r = 0; r < rows; ++r) {
      multiply_row(a + static_cast<std::ptrdiff_t>(r) * inner, inner, b, columns,
                   c + static_cast<std::ptrdiff_t>(r) * columns);
    }
    return {};
  }
  PackedMatrix packed;
  TRY(packed.pack_columns(b, inner, columns));
  matmul(a, rows, packed, {}, c);
  return {};
}

}  // namespace whereformer::simd
