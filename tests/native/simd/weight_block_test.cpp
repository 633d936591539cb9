// Weights of 8 bits: the reference in plain loops and double rounds weights and inputs, and multiplies what it rounded.
#include "simd/weight_block.hpp"

#include "simd/block_products.hpp"
#include "simd/guarded.hpp"
#include "simd/matmul.hpp"
#include "support.hpp"

using namespace whereformer;
using namespace whereformer::simd;
using whereformer::test::Guarded;
using whereformer::test::random_values;
using whereformer::test::same_bits;

namespace {

constexpr int W = kLanes;
constexpr int kSizes[] = {0, 1, 3, 31, 32, 33, 61, 64, 97};

// To 8 bits of mantissa, even ones in between.
double bfloat16_near(double x) {
  if (x == 0) return 0;
  const double unit = std::ldexp(1.0, std::ilogb(x) - 7);
  return std::nearbyint(x / unit) * unit;
}

// A row as whole multiples of a scale, block by block.
struct Rounded {
  std::vector<double> scales;
  std::vector<double> multiples;

  double value(std::size_t i) const { return scales[i / kBlock] * multiples[i]; }
};

template <class ScaleOf>
Rounded rounded(std::span<const float> row, ScaleOf scale_of) {
  Rounded all;
  for (std::size_t first = 0; first < row.size(); first += kBlock) {
    const auto block = row.subspan(first, std::min<std::size_t>(kBlock, row.size() - first));
    double largest = 0;
    for (const float x : block) largest = std::max(largest, std::abs(static_cast<double>(x)));
    all.scales.push_back(scale_of(largest));
    for (const float x : block) all.multiples.push_back(largest == 0 ? 0 : std::nearbyint(x / all.scales.back()));
  }
  return all;
}

Rounded rounded_weights(std::span<const float> row) {
  return rounded(row, [](double largest) { return bfloat16_near(largest / 127); });
}

Rounded rounded_inputs(std::span<const float> row) {
  return rounded(row, [](double largest) { return largest / 32767; });
}

// Values whose size differs from block to block, with zeros among them.
std::vector<float> uneven_values(std::size_t count, std::uint64_t seed) {
  std::vector<float> values = random_values(count, seed, 1);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] *= std::ldexp(1.0F, static_cast<int>(i / 19 % 11) - 5);
    if (i % 23 == 7) values[i] = 0;
  }
  return values;
}

PackedMatrix matrix_of(std::span<const float> weight, int outputs, int inputs) {
  PackedMatrix matrix;
  REQUIRE(matrix.allocate(outputs, inputs, WeightType::q8).ok());
  REQUIRE(matrix.encode_rows(0, weight).ok());
  REQUIRE(matrix.type() == WeightType::q8);
  return matrix;
}

std::vector<float> row_of(const PackedMatrix& matrix, int output) {
  std::vector<float> row(static_cast<std::size_t>(matrix.inputs()));
  matrix.read_row(output, row.data());
  return row;
}

std::vector<float> product(const PackedMatrix& matrix, std::span<const float> x, int rows, bool added) {
  Guarded from(x);
  const std::vector<float> bias = random_values(static_cast<std::size_t>(matrix.outputs()), 2);
  Guarded y(random_values(element_count(rows, matrix.outputs()), 3));
  matmul(from.data(), rows, matrix, {added ? bias.data() : nullptr, added}, y.data());
  REQUIRE((from.guards_stand() && y.guards_stand()));
  return {y.values().begin(), y.values().end()};
}

}  // namespace

TEST_CASE("weights of 8 bits are the nearest multiples of the block's scale, at any width and in pieces of any size") {
  for (const int outputs : {1, 3, W - 1, W + 1, 8 * W, 8 * W + 5}) {
    for (const int inputs : kSizes) {
      const std::vector<float> values = uneven_values(element_count(outputs, inputs), 5);
      std::vector<float> transposed(values.size());
      for (int r = 0; r < outputs; ++r) {
        for (int c = 0; c < inputs; ++c) {
          transposed[static_cast<std::size_t>(c * outputs + r)] = values[static_cast<std::size_t>(r * inputs + c)];
        }
      }
      for (const int piece : {1, 5, 64}) {
        CAPTURE(outputs, inputs, piece);
        PackedMatrix by_rows;
        PackedMatrix by_columns;
        REQUIRE(by_rows.allocate(outputs, inputs, WeightType::q8).ok());
        REQUIRE(by_columns.allocate(outputs, inputs, WeightType::q8).ok());
        for (int r = 0; r < outputs; r += piece) {
          const int count = std::min(piece, outputs - r) * inputs;
          REQUIRE(by_rows.encode_rows(r, {values.data() + r * inputs, static_cast<std::size_t>(count)}).ok());
        }
        for (int c = 0; c < inputs; c += piece * kBlock) {
          const int count = std::min(piece * kBlock, inputs - c) * outputs;
          REQUIRE(
              by_columns.encode_columns(c, {transposed.data() + c * outputs, static_cast<std::size_t>(count)}).ok());
        }
        CHECK(by_rows.bytes() == element_count((outputs + 8 * W - 1) / (8 * W) * 8 * W, block_count(inputs), 34));
        for (int r = 0; r < outputs; ++r) {
          const std::span<const float> row(values.data() + r * inputs, static_cast<std::size_t>(inputs));
          const Rounded wanted = rounded_weights(row);
          const std::vector<float> got = row_of(by_rows, r);
          CHECK(same_bits(got, row_of(by_columns, r)));
          for (std::size_t i = 0; i < row.size(); ++i) {
            const double scale = wanted.scales[i / kBlock];
            const double error = std::abs(static_cast<double>(got[i]) - row[i]);
            // x / scale in float may fall to the other side of a tie
            if (!(error <= 0.50002 * scale)) FAIL(row[i] << " became " << got[i] << ", scale " << scale);
            if (!(std::abs(got[i] - wanted.value(i)) <= 1.001 * scale)) FAIL(got[i] << " of " << wanted.value(i));
          }
        }
      }
    }
  }
}

TEST_CASE("rounded weights are rounded to themselves") {
  const std::vector<float> values = uneven_values(9 * 97, 8);
  const PackedMatrix once = matrix_of(values, 9, 97);
  std::vector<float> rounded_once;
  for (int r = 0; r < 9; ++r) {
    for (const float x : row_of(once, r)) rounded_once.push_back(x);
  }
  const PackedMatrix twice = matrix_of(rounded_once, 9, 97);
  for (int r = 0; r < 9; ++r) CHECK(same_bits(row_of(once, r), row_of(twice, r)));
}

TEST_CASE("columns of weights of 8 bits arrive in whole blocks") {
  PackedMatrix matrix;
  const std::vector<float> values = random_values(3 * 70, 4);
  REQUIRE(matrix.allocate(3, 70, WeightType::q8).ok());
  CHECK(matrix.encode_columns(0, {values.data(), 3 * 64}).ok());
  CHECK(matrix.encode_columns(64, {values.data(), 3 * 6}).ok());
  CHECK(matrix.encode_columns(0, {values.data(), 3 * 33}).code == Code::shape);
  CHECK(matrix.encode_columns(33, {values.data(), 3 * 31}).code == Code::shape);
}

TEST_CASE("a weight or an input that is not finite makes what it touches not finite, and nothing else") {
  for (const float odd : {INFINITY, -INFINITY, NAN}) {
    for (const int at : {0, 31, 32, 40}) {
      CAPTURE(odd, at);
      std::vector<float> weight = random_values(3 * 41, 6);
      std::vector<float> x = random_values(4 * 41, 7);
      weight[static_cast<std::size_t>(41 + at)] = odd;
      const PackedMatrix with = matrix_of(weight, 3, 41);
      for (int r = 0; r < 3; ++r) {
        const std::vector<float> row = row_of(with, r);
        for (int i = 0; i < 41; ++i)
          CHECK(std::isnan(row[static_cast<std::size_t>(i)]) == (r == 1 && i / 32 == at / 32));
      }
      for (const int rows : {1, 4}) {
        const std::vector<float> y = product(with, {x.data(), element_count(rows, 41)}, rows, false);
        for (std::size_t i = 0; i < y.size(); ++i) CHECK(std::isnan(y[i]) == (i % 3 == 1));
      }
      weight[static_cast<std::size_t>(41 + at)] = 0.5F;
      x[static_cast<std::size_t>(41 + at)] = odd;
      const std::vector<float> y = product(matrix_of(weight, 3, 41), x, 4, false);
      for (std::size_t i = 0; i < y.size(); ++i) CHECK(std::isfinite(y[i]) == (i / 3 != 1));
      const std::vector<float> one = product(matrix_of(weight, 3, 41), {x.data() + 41, 41}, 1, false);
      for (const float value : one) CHECK_FALSE(std::isfinite(value));
    }
  }
}

TEST_CASE("weights and inputs of any size are rounded, and those too small for a scale become 0") {
  for (const float size : {3e38F, 1e30F, 1.0F, 1e-20F, 1e-35F}) {
    CAPTURE(size);
    std::vector<float> values = random_values(64, 9, size);
    values[5] = size;
    const std::vector<float> got = row_of(matrix_of(values, 1, 64), 0);
    for (std::size_t i = 0; i < 64; ++i) {
      if (!(std::abs(static_cast<double>(got[i]) - values[i]) <= size / 127.0 * 0.51))
        FAIL(values[i] << ": " << got[i]);
    }
  }
  for (const float size : {1e-37F, 1e-40F, 0.0F}) {
    const std::vector<float> row = row_of(matrix_of(random_values(40, 9, size), 1, 40), 0);
    for (const float x : row) CHECK(x == 0);
  }
  const PackedMatrix whole = matrix_of(std::vector<float>(32, 127.0F), 1, 32);  // the scale is 1
  for (const float size : {1e30F, 1e-28F}) {
    const std::vector<float> x(32, size);
    CHECK(std::abs(product(whole, x, 1, false)[0] / (32 * 127.0 * size) - 1) < 1e-6);
  }
  for (const float size : {1e-31F, 1e-40F, 0.0F}) {
    CHECK(product(whole, std::vector<float>(32, size), 1, false)[0] == 0);
  }
}

TEST_CASE("an input of 16 bits is within half a step, and the rest of its block is 0") {
  for (const int count : {1, 3, W - 1, W + 1, 31, 32}) {
    const std::vector<float> x = uneven_values(static_cast<std::size_t>(count), 10);
    Guarded from(x);
    InputBlock block{};
    std::fill_n(block.values, kBlock, std::int16_t{99});
    block.encode(from.data(), count);
    for (int i = 0; i < kBlock; ++i) {
      const double wanted = i < count ? x[static_cast<std::size_t>(i)] : 0;
      CAPTURE(count, i);
      CHECK(std::abs(static_cast<double>(block.scale) * block.values[i] - wanted) <= 0.51 * block.scale);
      CHECK((i < count || block.values[i] == 0));
    }
  }
}

TEST_CASE("products with weights of 8 bits are those of what was rounded") {
  for (const int rows : {0, 1, 2, 5, 6, 13, 81}) {
    for (const int inputs : {0, 1, 31, 33, 331}) {
      for (const int outputs : {1, 3, W + 1, 8 * W - 1, 8 * W, 8 * W + 3}) {
        CAPTURE(rows, inputs, outputs);
        const std::vector<float> weight = uneven_values(element_count(outputs, inputs), 7);
        const std::vector<float> x = uneven_values(element_count(rows, inputs), 1);
        const PackedMatrix matrix = matrix_of(weight, outputs, inputs);
        std::vector<std::vector<float>> columns;
        for (int o = 0; o < outputs; ++o) columns.push_back(row_of(matrix, o));
        for (const bool added : {false, true}) {
          const std::vector<float> got = product(matrix, x, rows, added);
          const std::vector<float> bias = random_values(static_cast<std::size_t>(outputs), 2);
          const std::vector<float> before = random_values(element_count(rows, outputs), 3);
          for (int r = 0; r < rows; ++r) {
            const std::size_t width = static_cast<std::size_t>(inputs);
            const Rounded row = rounded_inputs(std::span(x).subspan(width * static_cast<std::size_t>(r), width));
            for (int o = 0; o < outputs; ++o) {
              const std::vector<float>& column = columns[static_cast<std::size_t>(o)];
              const auto at = static_cast<std::size_t>(r * outputs + o);
              double wanted = added ? static_cast<double>(bias[static_cast<std::size_t>(o)]) + before[at] : 0;
              double size = std::abs(wanted) + 1e-30;
              double steps = 0;  // an input's other side of a tie
              for (std::size_t i = 0; i < width; ++i) {
                wanted += row.value(i) * column[i];
                size += std::abs(row.value(i) * column[i]);
                steps = std::max(steps, std::abs(row.scales[i / kBlock] * column[i]));
              }
              const double error = std::abs(got[at] - wanted);
              if (!(error <= 1e-6 * size + 1.01 * steps))
                FAIL("row " << r << ", output " << o << ": " << got[at] << " of " << wanted);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a row times weights of 8 bits has the same bits in any batch") {
  constexpr int kAll = 167;
  for (const int inputs : {33, 331, 1000}) {
    const int outputs = 8 * W + 5;
    const std::vector<float> x = uneven_values(element_count(kAll, inputs), 1);
    const PackedMatrix matrix = matrix_of(uneven_values(element_count(outputs, inputs), 7), outputs, inputs);
    const std::vector<float> together = product(matrix, x, kAll, false);
    for (const int batch : {1, 2, 7, 80, 81}) {
      CAPTURE(inputs, batch);
      std::vector<float> parts;
      for (int r = 0; r < kAll; r += batch) {
        const int rows = std::min(batch, kAll - r);
        const std::span<const float> some(x.data() + r * inputs, element_count(rows, inputs));
        for (const float value : product(matrix, some, rows, false)) parts.push_back(value);
      }
      CHECK(same_bits(parts, together));
    }
  }
}
